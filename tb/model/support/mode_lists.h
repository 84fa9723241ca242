// Pages and parameter lists for MODE SELECT (10), as bytes.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tb/model/support/scsi_script.h"

namespace headstack {

// A page with a subpage: header, and numbers of four bytes.
inline Bytes page_of_words(unsigned char code, unsigned char subpage, std::size_t count,
                           const std::vector<std::uint32_t>& words) {
  Bytes page = {static_cast<unsigned char>(0x40 | code),
                subpage,
                static_cast<unsigned char>((4 + 4 * count) >> 8),
                static_cast<unsigned char>(4 + 4 * count),
                0,
                0,
                0,
                0};
  for (const std::uint32_t word : words) {
    for (const unsigned shift : {24U, 16U, 8U, 0U}) {
      page.push_back(static_cast<unsigned char>(word >> shift));
    }
  }
  page.resize(8 + 4 * count);
  return page;
}

// The page of weights of up to 64 classes, in percent, Q16.16.
inline Bytes weights_page(const std::vector<std::uint32_t>& weights) {
  return page_of_words(0x20, 0x01, 64, weights);
}

// The page of up to 15 priority times, in us.
inline Bytes priorities_page(const std::vector<std::uint32_t>& times) {
  return page_of_words(0x20, 0x02, 15, times);
}

// The page as MODE SENSE returns it: with PS.
inline Bytes sensed(Bytes page) {
  page[0] |= 0x80;
  return page;
}

// The pages in a reply to MODE SENSE (10) without a block descriptor.
inline Bytes page_in(const Exchange& e) {
  const Bytes all = data(e);
  return all.size() < 8 ? Bytes{} : Bytes(all.begin() + 8, all.end());
}

// A parameter list without a block descriptor.
inline Bytes list_of(const std::vector<Bytes>& pages) {
  Bytes list(8);
  for (const Bytes& page : pages) {
    list.insert(list.end(), page.begin(), page.end());
  }
  return list;
}

// MODE SELECT (10). `byte_1` has the bits PF (10h) and SP (01h).
inline Order select_list(const Bytes& list, std::uint8_t byte_1 = 0x10) {
  return list_order({0x55, byte_1, 0, 0, 0, 0, 0, static_cast<std::uint8_t>(list.size() >> 8),
                     static_cast<std::uint8_t>(list.size()), 0},
                    list);
}
inline Order select_10(const std::vector<Bytes>& pages, std::uint8_t byte_1 = 0x10) {
  return select_list(list_of(pages), byte_1);
}

}  // namespace headstack
