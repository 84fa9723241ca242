#include "model/processor/elf_image.h"

#include <cstring>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "model/processor/elf_arch.h"
#include "tb/firmware/support/rng.h"
#include "tb/model/processor/support/elf_file.h"

namespace headstack {
namespace {

constexpr MemorySizes kSizes{0x1000, 0x100, 0x8000};

ElfFile good() {
  ElfFile file;
  file.parts.push_back({HS_MAP_ROM, HS_MAP_ROM, std::vector<std::uint8_t>(0x100, 0x11), 0x100});
  file.parts.push_back({HS_MAP_RAM, HS_MAP_ROM + 0x100, {1, 2, 3, 4, 5, 6}, 0x20});
  file.names = {{"later", HS_MAP_RESET + 0x20, 0x10},
                {"first", HS_MAP_RESET, 0x18},
                {"table", HS_MAP_ROM + 0x100, 4, STT_OBJECT}};
  return file;
}

// What it is refused for; empty: it is not.
std::string refused(const ElfFile& file, const MemorySizes& sizes = kSizes) {
  try {
    Memories memories(sizes);
    ElfImage::parse(file.bytes(), "my.elf").load(memories);
  } catch (const ElfError& error) {
    return error.what();
  }
  return {};
}

TEST(ElfImageTest, SegmentsGoWhereTheyAreLoaded) {
  Memories memories(kSizes);
  const ElfImage image = ElfImage::parse(good().bytes(), "my.elf");
  image.load(memories);
  EXPECT_EQ(memories.rom.get<std::uint32_t>(HS_MAP_ROM), 0x11111111U);
  EXPECT_EQ(memories.rom.get<std::uint32_t>(HS_MAP_ROM + 0xfc), 0x11111111U);
  EXPECT_EQ(memories.rom.get<std::uint32_t>(HS_MAP_ROM + 0x100), 0x04030201U);
  EXPECT_EQ(memories.ram.get<std::uint32_t>(HS_MAP_RAM), 0U) << "the program copies them itself";
  EXPECT_EQ(image.rom_bytes(), 0x108U);
}

TEST(ElfImageTest, APlaceIsAFunctionAndHowFarInIt) {
  const ElfImage image = ElfImage::parse(good().bytes(), "my.elf");
  EXPECT_EQ(image.place(HS_MAP_RESET), "first+0x0");
  EXPECT_EQ(image.place(HS_MAP_RESET + 0x17), "first+0x17");
  EXPECT_EQ(image.place(HS_MAP_RESET + 0x18), "0x10000098") << "between two functions";
  EXPECT_EQ(image.place(HS_MAP_RESET + 0x2f), "later+0xf");
  EXPECT_EQ(image.place(HS_MAP_ROM + 0x100), "0x10000100") << "a table is no function";
  EXPECT_EQ(image.place(0), "0x00000000");
  ASSERT_NE(image.symbol("table"), nullptr);
  EXPECT_EQ(image.symbol("table")->address, HS_MAP_ROM + 0x100U);
  EXPECT_EQ(image.symbol("nothing"), nullptr);
  EXPECT_EQ(image.symbols().size(), 3U);
}

TEST(ElfImageTest, OtherFilesAreRefused) {
  EXPECT_THROW(ElfImage::read("/nonexistent/my.elf"), ElfError);
  const std::string text = "a text, not a program";
  try {
    ElfImage::parse({text.begin(), text.end()}, "my.elf");
    ADD_FAILURE();
  } catch (const ElfError& error) {
    EXPECT_STREQ(error.what(), "my.elf: not an ELF file; give the executable from the linker");
  }
  EXPECT_THROW(ElfImage::parse({}, "my.elf"), ElfError);
}

TEST(ElfImageTest, OtherProcessorsAreRefused) {
  ElfFile file = good();
  file.header.e_machine = EM_ARM;
  EXPECT_EQ(refused(file),
            "my.elf: built for machine 40 with 32 bits, not for RISC-V with 32 bits; build it "
            "with -march=rv32im -mabi=ilp32");
  file = good();
  file.header.e_type = ET_REL;
  EXPECT_EQ(refused(file),
            "my.elf: not linked to an executable; link it with the firmware's linker script");
  file = good();
  file.header.e_entry = HS_MAP_ROM;
  EXPECT_EQ(refused(file),
            "my.elf: begins at 0x10000000, but the processor begins at 0x10000080; the first "
            "instruction must lie there");
}

TEST(ElfImageTest, ExtensionsThatTheProcessorLacksAreRefused) {
  ElfFile file = good();
  file.header.e_flags = EF_RISCV_RVC;
  EXPECT_EQ(refused(file),
            "my.elf: needs compressed instructions (C), which the processor does not have; build "
            "it with -march=rv32im -mabi=ilp32");
  file.header.e_flags = EF_RISCV_FLOAT_ABI_DOUBLE;
  EXPECT_NE(refused(file).find("floating point"), std::string::npos);
  file.header.e_flags = EF_RISCV_RVE;
  EXPECT_NE(refused(file).find("RV32E"), std::string::npos);
  file.header.e_flags = 0;
  file.arch = "rv32i2p1_m2p0_a2p1";
  EXPECT_EQ(refused(file),
            "my.elf: needs the extension 'a' (its architecture is rv32i2p1_m2p0_a2p1), but the "
            "processor is rv32im with zicsr; build it with -march=rv32im");
  file.arch = "rv32i2p1_m2p0_zicsr2p0";
  EXPECT_EQ(refused(file), "");
}

// The ROM has at most 16 MiB: up to the last byte of them, and no further.
TEST(ElfImageTest, MoreThanTheRomIsRefused) {
  ElfFile file = good();
  const std::vector<std::uint8_t> most(HS_MAP_ROM_MOST - 0x200, 7);
  const auto bytes = static_cast<std::uint32_t>(most.size());
  file.parts.push_back({HS_MAP_ROM + 0x200, HS_MAP_ROM + 0x200, most, bytes});
  EXPECT_EQ(ElfImage::parse(file.bytes(), "my.elf").rom_bytes(), HS_MAP_ROM_MOST + 0U);
  file.parts.back().contents.push_back(7);
  file.parts.back().bytes++;
  EXPECT_EQ(refused(file),
            "my.elf: a segment of 16776705 bytes at 0x10000200 does not fit the ROM, which has at "
            "most 16777216 bytes from 0x10000000 on");
}

TEST(ElfImageTest, SegmentsThatOverlapAreRefused) {
  ElfFile file = good();
  file.parts.push_back({HS_MAP_RAM + 0x100, HS_MAP_ROM + 0x105, {1}, 1});
  EXPECT_EQ(refused(file),
            "my.elf: two segments overlap in what is loaded: 0x10000100 to 0x10000105 and "
            "0x10000105 to 0x10000105; each byte has one place");
  file.parts.back().address++;
  EXPECT_EQ(refused(file), "");
  file.parts.push_back({HS_MAP_RAM + 0x1f, 0, {}, 4});
  EXPECT_EQ(refused(file),
            "my.elf: two segments overlap in what the program finds: 0x30000000 to 0x3000001f and "
            "0x3000001f to 0x30000022; each byte has one place");
  file.parts.back().home++;
  EXPECT_EQ(refused(file), "");
}

// Thousands of segments that are one and the same megabytes of the file would fill the memory.
TEST(ElfImageTest, SegmentsThatShareBytesOfTheFileAreRefused) {
  constexpr std::uint32_t kSecond = 6;  // bytes of the second segment
  const auto with_first_of = [](std::uint32_t bytes) {
    std::vector<char> file = good().bytes();
    Elf32_Phdr first;
    std::memcpy(&first, file.data() + sizeof(Elf32_Ehdr), sizeof first);
    first.p_offset = 0;
    first.p_filesz = first.p_memsz = bytes;
    first.p_vaddr = first.p_paddr = HS_MAP_ROM + 0x800;
    std::memcpy(file.data() + sizeof(Elf32_Ehdr), &first, sizeof first);
    return file;
  };
  const auto size = static_cast<std::uint32_t>(good().bytes().size());
  EXPECT_NO_THROW(ElfImage::parse(with_first_of(size - kSecond), "my.elf"));
  EXPECT_THROW(ElfImage::parse(with_first_of(size - kSecond + 1), "my.elf"), ElfError);
}

TEST(ElfImageTest, WhatIsNoFileIsNotRead) {
  EXPECT_THROW(ElfImage::read("/dev/zero"), ElfError);
  EXPECT_THROW(ElfImage::read("/"), ElfError);
}

TEST(ElfImageTest, AFileOfAnySizeIsNotRead) {
  const auto path = std::filesystem::path(testing::TempDir()) / "large.elf";
  std::ofstream(path) << "x";
  std::filesystem::resize_file(path,
                               (std::uintmax_t{1} << 28U) + 1);  // without a block on the disk
  try {
    ElfImage::read(path);
    ADD_FAILURE();
  } catch (const ElfError& error) {
    EXPECT_NE(std::string(error.what()).find("an image has at most 268435456"), std::string::npos);
  }
  std::filesystem::remove(path);
}

TEST(ElfImageTest, ArchitecturesAreTakenApart) {
  for (const char* known : {"rv32i", "rv32im", "rv32i2p1", "rv32i2p1_m2p0_zmmul1p0",
                            "rv32im_zicsr_zifencei", "rv32i2p0_m2p0_zicsr2p0"}) {
    EXPECT_EQ(foreign_extension(known), "") << known;
  }
  EXPECT_EQ(foreign_extension("rv64im"), "rv64");
  EXPECT_EQ(foreign_extension("rv32imc"), "c");
  EXPECT_EQ(foreign_extension("rv32imafd_zicsr"), "a");
  EXPECT_EQ(foreign_extension("rv32i2p1_m2p0_zba1p0"), "zba");
  EXPECT_EQ(foreign_extension("rv32im_xtheadba"), "xtheadba");
  EXPECT_EQ(foreign_extension("rv32e1p9"), "e");
}

TEST(ElfImageTest, ASegmentOutsideOfItsMemoryIsRefused) {
  EXPECT_EQ(refused(good(), {0x80, 0x100, 0x8000}),
            "my.elf: a segment lies at 0x10000000 to 0x100000ff, outside of the ROM, which is "
            "0x10000000 to 0x1000007f (128 bytes; the segment has 256)");
  EXPECT_EQ(refused(good(), {0x1000, 0x100, 0x10}),
            "my.elf: a segment lies at 0x30000000 to 0x3000001f, outside of the RAM, which is "
            "0x30000000 to 0x3000000f (16 bytes; the segment has 32)");
  ElfFile file = good();
  file.parts[0].address = file.parts[0].home = 0;
  EXPECT_EQ(refused(file),
            "my.elf: a segment lies at 0x00000000 to 0x000000ff, outside of the ROM, which is "
            "0x10000000 to 0x10ffffff");
  file = good();
  file.parts[1].address = HS_MAP_RAM;
  EXPECT_NE(refused(file).find("empty at power on"), std::string::npos);
  file = good();
  file.parts.clear();
  EXPECT_NE(refused(file).find("no segments"), std::string::npos);
}

// The RAM ends after its last byte.
TEST(ElfImageTest, OnlySegmentsInTheRamNeedRam) {
  ElfFile file = good();
  const std::uint64_t bytes = file.parts[1].bytes;
  const auto needed = [&](std::uint32_t home) {
    file.parts[1].home = home;
    return ElfImage::parse(file.bytes(), "my.elf").ram_bytes();
  };
  constexpr std::uint32_t kEnd = HS_MAP_RAM + HS_MAP_RAM_MOST;
  EXPECT_EQ(needed(HS_MAP_RAM), bytes);
  EXPECT_EQ(needed(HS_MAP_RAM + 0x40), 0x40 + bytes);
  EXPECT_EQ(needed(kEnd - 4), HS_MAP_RAM_MOST - 4 + bytes);
  EXPECT_EQ(needed(kEnd), 0U);
}

TEST(ElfImageTest, ASegmentThatIsNotInTheFileIsRefused) {
  std::vector<char> bytes = good().bytes();
  Elf32_Phdr part;
  std::memcpy(&part, &bytes[sizeof(Elf32_Ehdr)], sizeof part);
  part.p_filesz = part.p_memsz = static_cast<Elf32_Word>(bytes.size()) - part.p_offset + 1;
  std::memcpy(&bytes[sizeof(Elf32_Ehdr)], &part, sizeof part);
  try {
    ElfImage::parse(bytes, "my.elf");
    ADD_FAILURE();
  } catch (const ElfError& error) {
    EXPECT_STREQ(error.what(),
                 "my.elf: its segments cannot be read (beyond the end of the file); the file is "
                 "damaged or cut off");
  }
}

TEST(ElfImageTest, DamagedFilesAreRefusedAndNothingElseHappens) {
  const std::vector<char> whole = good().bytes();
  constexpr std::size_t kContents = sizeof(Elf32_Ehdr) + 2 * sizeof(Elf32_Phdr) + 0x100 + 6;
  for (std::size_t length = 0; length < whole.size(); length += 7) {
    const std::vector<char> part(whole.begin(),
                                 whole.begin() + static_cast<std::ptrdiff_t>(length));
    try {
      Memories memories(kSizes);
      ElfImage::parse(part, "my.elf").load(memories);
    } catch (const ElfError&) {
      continue;
    }
    EXPECT_GE(length, kContents) << "only sections are missing";
  }
  Rng rng(1);
  for (int i = 0; i < 5000; ++i) {
    std::vector<char> bad = whole;
    bad[rng.below(static_cast<std::uint32_t>(bad.size()))] ^= static_cast<char>(1 + rng.below(255));
    try {
      Memories memories(kSizes);
      const ElfImage image = ElfImage::parse(bad, "my.elf");
      image.load(memories);
      image.place(HS_MAP_RESET);
    } catch (const ElfError&) {
    }
  }
}

// A segment begins in the ROM or in the RAM. The byte after the last one is outside of both.
TEST(ElfImageTest, ASegmentBeginsInAMemory) {
  ElfFile file = good();
  file.parts.push_back({0, 0, {1}, 1});
  const auto outside = [&](std::uint32_t address) {
    file.parts.back().address = address;
    file.parts.back().home = address;
    try {
      ElfImage::parse(file.bytes(), "my.elf");
    } catch (const ElfError& error) {
      return std::string(error.what()).find("outside of the ROM") != std::string::npos;
    }
    return false;
  };
  EXPECT_TRUE(outside(HS_MAP_RAM + HS_MAP_RAM_MOST));
  EXPECT_FALSE(outside(HS_MAP_RAM + HS_MAP_RAM_MOST - 1));
  EXPECT_TRUE(outside(HS_MAP_RAM - 1));
  EXPECT_TRUE(outside(HS_MAP_ROM + HS_MAP_ROM_MOST));
  EXPECT_FALSE(outside(HS_MAP_ROM + HS_MAP_ROM_MOST - 1));
  EXPECT_TRUE(outside(HS_MAP_ROM - 1));
}

}  // namespace
}  // namespace headstack
