#include "model/processor/elf_image.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <gelf.h>
#include <iterator>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "model/processor/elf_arch.h"

namespace headstack {

namespace {

struct ElfEnd {
  void operator()(Elf* elf) const { elf_end(elf); }
};
using ElfHandle = std::unique_ptr<Elf, ElfEnd>;

[[noreturn]] void refuse(const std::string& name, const std::string& why) {
  throw ElfError(fmt::format("{}: {}", name, why));
}

[[noreturn]] void damaged(const std::string& name, const char* part) {
  const int error = elf_errno();
  refuse(name, fmt::format("its {} cannot be read ({}); the file is damaged or cut off", part,
                           error != 0 ? elf_errmsg(error) : "beyond the end of the file"));
}

constexpr std::uintmax_t kMostBytes = std::uintmax_t{1} << 28U;

// A run of addresses.
struct Run {
  std::uint64_t begin;
  std::uint64_t end;
};

// Throws ElfError if two runs share an address. `what` names the runs.
void check_apart(const std::string& name, const char* what, std::vector<Run> runs) {
  std::sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) { return a.begin < b.begin; });
  for (std::size_t i = 1; i < runs.size(); ++i) {
    if (runs[i].begin < runs[i - 1].end) {
      refuse(name, fmt::format("two segments overlap in {}: 0x{:08x} to 0x{:08x} and 0x{:08x} to "
                               "0x{:08x}; each byte has one place",
                               what, runs[i - 1].begin, runs[i - 1].end - 1, runs[i].begin,
                               runs[i].end - 1));
    }
  }
}

// Returns the architecture that the compiler has noted. Empty: the file has no note.
std::optional<std::string> noted_arch(Elf* elf) {
  Elf_Scn* section = nullptr;
  while ((section = elf_nextscn(elf, section)) != nullptr) {
    GElf_Shdr header;
    constexpr GElf_Word kAttributes = 0x70000003;  // SHT_RISCV_ATTRIBUTES
    if (gelf_getshdr(section, &header) == nullptr || header.sh_type != kAttributes) {
      continue;
    }
    const Elf_Data* data = elf_getdata(section, nullptr);
    if (data != nullptr && data->d_buf != nullptr) {
      return arch_of_attributes(static_cast<const std::uint8_t*>(data->d_buf), data->d_size);
    }
  }
  return std::nullopt;
}

void check_kind(Elf* elf, const GElf_Ehdr& header, const std::string& name) {
  if (header.e_machine != EM_RISCV || header.e_ident[EI_CLASS] != ELFCLASS32 ||
      header.e_ident[EI_DATA] != ELFDATA2LSB) {
    refuse(name, fmt::format("built for machine {} with {} bits, not for RISC-V with 32 bits; "
                             "build it with -march=rv32im -mabi=ilp32",
                             header.e_machine, header.e_ident[EI_CLASS] == ELFCLASS64 ? 64 : 32));
  }
  if (header.e_type != ET_EXEC) {
    refuse(name, "not linked to an executable; link it with the firmware's linker script");
  }
  const char* needs = (header.e_flags & EF_RISCV_RVC) != 0         ? "compressed instructions (C)"
                      : (header.e_flags & EF_RISCV_FLOAT_ABI) != 0 ? "floating point (F or D)"
                      : (header.e_flags & EF_RISCV_RVE) != 0       ? "the RV32E register set"
                                                                   : nullptr;
  if (needs != nullptr) {
    refuse(name, fmt::format("needs {}, which the processor does not have; build it with "
                             "-march=rv32im -mabi=ilp32",
                             needs));
  }
  if (const std::optional<std::string> arch = noted_arch(elf); arch.has_value()) {
    const std::string foreign = foreign_extension(*arch);
    if (!foreign.empty()) {
      refuse(name, fmt::format("needs the extension '{}' (its architecture is {}), but the "
                               "processor is rv32im with zicsr; build it with -march=rv32im",
                               foreign, *arch));
    }
  }
  if (header.e_entry != HS_MAP_RESET) {
    refuse(name, fmt::format("begins at 0x{:08x}, but the processor begins at 0x{:08x}; the first "
                             "instruction must lie there",
                             header.e_entry, HS_MAP_RESET));
  }
}

std::vector<ElfImage::Symbol> symbols_of(Elf* elf) {
  std::vector<ElfImage::Symbol> symbols;
  Elf_Scn* section = nullptr;
  while ((section = elf_nextscn(elf, section)) != nullptr) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr || header.sh_type != SHT_SYMTAB ||
        header.sh_entsize == 0) {
      continue;
    }
    Elf_Data* data = elf_getdata(section, nullptr);
    const auto count = static_cast<int>(header.sh_size / header.sh_entsize);
    for (int i = 0; data != nullptr && i < count; ++i) {
      GElf_Sym symbol;
      if (gelf_getsym(data, i, &symbol) == nullptr) {
        break;
      }
      const auto type = GELF_ST_TYPE(symbol.st_info);
      const char* name = elf_strptr(elf, header.sh_link, symbol.st_name);
      // Names that begin with a dollar or a point belong to the assembler.
      const bool named = name != nullptr && *name != '\0' && *name != '$' && *name != '.';
      if (named && symbol.st_shndx != SHN_UNDEF && type != STT_FILE && type != STT_SECTION) {
        symbols.push_back({static_cast<std::uint32_t>(symbol.st_value),
                           static_cast<std::uint32_t>(symbol.st_size), type == STT_FUNC, name});
      }
    }
  }
  std::stable_sort(symbols.begin(), symbols.end(),
                   [](const auto& a, const auto& b) { return a.address < b.address; });
  return symbols;
}

}  // namespace

ElfImage ElfImage::read(const std::filesystem::path& file) {
  std::error_code error;
  if (std::filesystem::exists(file, error) && !std::filesystem::is_regular_file(file, error)) {
    refuse(file.string(), "not a file; give the executable from the linker");
  }
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  if (!error && size > kMostBytes) {
    refuse(file.string(),
           fmt::format("{} bytes; an image has at most {}, debugging information included", size,
                       kMostBytes));
  }
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    refuse(file.string(), fmt::format("cannot be opened: {}", std::strerror(errno)));
  }
  std::vector<char> bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  return parse(std::move(bytes), file.string());
}

ElfImage ElfImage::parse(std::vector<char> bytes, const std::string& name) {
  elf_version(EV_CURRENT);
  if (bytes.size() < SELFMAG || std::memcmp(bytes.data(), ELFMAG, SELFMAG) != 0) {
    refuse(name, "not an ELF file; give the executable from the linker");
  }
  const ElfHandle elf(elf_memory(bytes.data(), bytes.size()));
  GElf_Ehdr header;
  if (elf == nullptr || gelf_getehdr(elf.get(), &header) == nullptr) {
    damaged(name, "header");
  }
  check_kind(elf.get(), header, name);

  ElfImage image(name);
  std::size_t count = 0;
  std::uint64_t total = 0;
  if (elf_getphdrnum(elf.get(), &count) != 0) {
    damaged(name, "table of segments");
  }
  for (std::size_t i = 0; i < count; ++i) {
    GElf_Phdr part;
    if (gelf_getphdr(elf.get(), static_cast<int>(i), &part) == nullptr) {
      damaged(name, "table of segments");
    }
    if (part.p_type != PT_LOAD || part.p_memsz == 0) {
      continue;
    }
    if (part.p_offset > bytes.size() || part.p_filesz > bytes.size() - part.p_offset ||
        part.p_filesz > part.p_memsz) {
      damaged(name, "segments");
    }
    total += part.p_filesz;
    if (total > bytes.size()) {
      refuse(name, fmt::format("its segments hold {} bytes together, and the file has {}", total,
                               bytes.size()));
    }
    Segment segment;
    segment.address = static_cast<std::uint32_t>(part.p_paddr);
    segment.home = static_cast<std::uint32_t>(part.p_vaddr);
    segment.bytes = static_cast<std::uint32_t>(part.p_memsz);
    const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(part.p_offset);
    segment.contents.assign(first, first + static_cast<std::ptrdiff_t>(part.p_filesz));
    image.segments_.push_back(std::move(segment));
  }
  if (image.segments_.empty()) {
    refuse(name, "has no segments to load; link it to an executable");
  }
  image.check_segments();
  image.symbols_ = symbols_of(elf.get());
  return image;
}

// Checks that the segments fit the memory map and do not overlap, at their load addresses and at
// their addresses in the running program.
void ElfImage::check_segments() const {
  std::vector<Run> loaded;
  std::vector<Run> found;
  for (const Segment& segment : segments_) {
    const std::uint64_t bytes = segment.contents.size();
    const std::uint64_t end = segment.address + bytes;
    const bool in_rom = segment.address - HS_MAP_ROM < HS_MAP_ROM_MOST;
    if (bytes != 0 && in_rom && end - HS_MAP_ROM > HS_MAP_ROM_MOST) {
      refuse(name_, fmt::format("a segment of {} bytes at 0x{:08x} does not fit the ROM, which has "
                                "at most {} bytes from 0x{:08x} on",
                                bytes, segment.address, HS_MAP_ROM_MOST, HS_MAP_ROM));
    }
    const bool in_ram = segment.address - HS_MAP_RAM < HS_MAP_RAM_MOST;
    if (bytes != 0 && !in_rom && !in_ram) {
      refuse(name_,
             fmt::format("a segment lies at 0x{:08x} to 0x{:08x}, outside of the ROM, which "
                         "is 0x{:08x} to 0x{:08x}",
                         segment.address, end - 1, HS_MAP_ROM, HS_MAP_ROM + HS_MAP_ROM_MOST - 1));
    }
    if (bytes != 0) {
      loaded.push_back({segment.address, end});
    }
    found.push_back({segment.home, std::uint64_t{segment.home} + segment.bytes});
  }
  check_apart(name_, "what is loaded", std::move(loaded));
  check_apart(name_, "what the program finds", std::move(found));
}

void ElfImage::load(Memories& memories) const {
  const auto check = [&](const Memory& memory, const char* which, std::uint32_t address,
                         std::uint32_t bytes) {
    if (!memory.holds(address, bytes)) {
      refuse(name_,
             fmt::format("a segment lies at 0x{:08x} to 0x{:08x}, outside of the {}, which "
                         "is 0x{:08x} to 0x{:08x} ({} bytes; the segment has {})",
                         address, std::uint64_t{address} + bytes - 1, which, memory.base(),
                         std::uint64_t{memory.base()} + memory.size() - 1, memory.size(), bytes));
    }
  };
  for (const Segment& segment : segments_) {
    const auto bytes = static_cast<std::uint32_t>(segment.contents.size());
    if (memories.region(segment.home, 1) == Region::ram) {
      check(memories.ram, "RAM", segment.home, segment.bytes);
    }
    if (bytes == 0) {
      continue;
    }
    if (memories.region(segment.address, 1) == Region::ram) {
      refuse(name_, fmt::format("{} bytes have a load address in the RAM, 0x{:08x}, which is empty "
                                "at power on; give them a load address in the ROM (AT> in the "
                                "linker script), and copy them at the start",
                                bytes, segment.address));
    }
    check(memories.rom, "ROM", segment.address, bytes);
    std::copy(segment.contents.begin(), segment.contents.end(),
              memories.rom.data() + (segment.address - memories.rom.base()));
  }
}

std::uint32_t ElfImage::rom_bytes() const {
  std::uint32_t most = 0;
  for (const Segment& segment : segments_) {
    const auto bytes = static_cast<std::uint32_t>(segment.contents.size());
    const std::uint32_t offset = segment.address - HS_MAP_ROM;
    if (bytes != 0 && offset < HS_MAP_ROM_MOST) {
      most = std::max(most, offset + bytes);
    }
  }
  return (most + 3) & ~3U;
}

std::uint64_t ElfImage::ram_bytes() const {
  std::uint64_t most = 0;
  for (const Segment& segment : segments_) {
    const std::uint32_t offset = segment.home - HS_MAP_RAM;
    if (offset < HS_MAP_RAM_MOST) {
      most = std::max(most, std::uint64_t{offset} + segment.bytes);
    }
  }
  return most;
}

std::string ElfImage::place(std::uint32_t pc) const {
  const Symbol* best = nullptr;
  for (const Symbol& symbol : symbols_) {
    if (symbol.address > pc) {
      break;
    }
    if (symbol.function && (symbol.bytes == 0 || pc - symbol.address < symbol.bytes)) {
      best = &symbol;
    }
  }
  return best == nullptr ? fmt::format("0x{:08x}", pc)
                         : fmt::format("{}+0x{:x}", best->name, pc - best->address);
}

const ElfImage::Symbol* ElfImage::symbol(const std::string& name) const {
  const auto found = std::find_if(symbols_.begin(), symbols_.end(),
                                  [&](const Symbol& symbol) { return symbol.name == name; });
  return found == symbols_.end() ? nullptr : &*found;
}

}  // namespace headstack
