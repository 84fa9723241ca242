// An ELF file made by hand. The file is valid, unless a test makes it invalid.
#pragma once

#include <cstdint>
#include <cstring>
#include <elf.h>
#include <string>
#include <vector>

extern "C" {
#include <image/memory_map.h>
}

namespace headstack {

struct ElfFile {
  struct Part {
    std::uint32_t home, address;
    std::vector<std::uint8_t> contents;
    std::uint32_t bytes;
  };
  struct Name {
    std::string name;
    std::uint32_t address, bytes;
    int type = STT_FUNC;
  };

  ElfFile() {
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS32;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_ident[EI_VERSION] = EV_CURRENT;
    header.e_type = ET_EXEC;
    header.e_machine = EM_RISCV;
    header.e_version = EV_CURRENT;
    header.e_entry = HS_MAP_RESET;
    header.e_ehsize = sizeof header;
    header.e_phentsize = sizeof(Elf32_Phdr);
    header.e_shentsize = sizeof(Elf32_Shdr);
  }

  // Header, segments' table, their contents, then sections: symbols, names, attributes.
  std::vector<char> bytes() const {
    std::vector<char> file(sizeof header + parts.size() * sizeof(Elf32_Phdr));
    std::vector<Elf32_Phdr> table;
    for (const Part& part : parts) {
      Elf32_Phdr p{};
      p.p_type = PT_LOAD;
      p.p_offset = static_cast<Elf32_Off>(file.size());
      p.p_vaddr = part.home;
      p.p_paddr = part.address;
      p.p_filesz = static_cast<Elf32_Word>(part.contents.size());
      p.p_memsz = part.bytes;
      table.push_back(p);
      file.insert(file.end(), part.contents.begin(), part.contents.end());
    }
    std::string strings(1, '\0');
    std::vector<Elf32_Sym> symbols(1);
    for (const Name& name : names) {
      Elf32_Sym s{};
      s.st_name = static_cast<Elf32_Word>(strings.size());
      s.st_value = name.address;
      s.st_size = name.bytes;
      s.st_info = static_cast<unsigned char>(ELF32_ST_INFO(STB_GLOBAL, name.type));
      s.st_shndx = SHN_ABS;
      symbols.push_back(s);
      strings += name.name + '\0';
    }
    std::vector<Elf32_Shdr> sections(1);
    const auto add = [&](Elf32_Word type, const void* from, std::size_t count, Elf32_Word link,
                         Elf32_Word entry) {
      file.resize((file.size() + 3) / 4 * 4);
      Elf32_Shdr s{};
      s.sh_type = type;
      s.sh_offset = static_cast<Elf32_Off>(file.size());
      s.sh_size = static_cast<Elf32_Word>(count);
      s.sh_link = link;
      s.sh_entsize = entry;
      s.sh_addralign = 4;
      sections.push_back(s);
      const char* const first = static_cast<const char*>(from);
      file.insert(file.end(), first, first + count);
    };
    add(SHT_SYMTAB, symbols.data(), symbols.size() * sizeof(Elf32_Sym), 2, sizeof(Elf32_Sym));
    add(SHT_STRTAB, strings.data(), strings.size(), 0, 0);
    if (!arch.empty()) {
      const std::string a = attributes();
      add(0x70000003, a.data(), a.size(), 0, 0);
    }
    file.resize((file.size() + 3) / 4 * 4);
    Elf32_Ehdr h = header;
    h.e_phoff = sizeof header;
    h.e_phnum = static_cast<Elf32_Half>(parts.size());
    h.e_shoff = static_cast<Elf32_Off>(file.size());
    h.e_shnum = static_cast<Elf32_Half>(sections.size());
    const char* const first = reinterpret_cast<const char*>(sections.data());
    file.insert(file.end(), first, first + sections.size() * sizeof(Elf32_Shdr));
    std::memcpy(file.data(), &h, sizeof h);
    if (!table.empty()) {
      std::memcpy(file.data() + sizeof h, table.data(), table.size() * sizeof(Elf32_Phdr));
    }
    return file;
  }

  Elf32_Ehdr header{};
  std::vector<Part> parts;
  std::vector<Name> names;
  std::string arch;

 private:
  // A section .riscv.attributes: the stack's alignment, then the architecture.
  std::string attributes() const {
    const std::string tags = std::string("\x04\x10\x05", 3) + arch + '\0';
    const auto word = [](std::size_t v) {
      std::string s;
      for (int i = 0; i < 4; ++i) {
        s += static_cast<char>(v >> 8 * i & 0xff);
      }
      return s;
    };
    const std::string part = std::string(1, '\x01') + word(tags.size() + 5) + tags;
    const std::string vendor("riscv\0", 6);
    return "A" + word(4 + vendor.size() + part.size()) + vendor + part;
  }
};

}  // namespace headstack
