#include "model/config/keys/comparator_body_kind.h"

namespace headstack {

namespace {

const std::string kPrefix = "verilated:";
const std::vector<std::string_view> kWords = {"behavioural", "rtl"};

}  // namespace

ComparatorBodyConfig ComparatorBodyKeyKind::read(const ValueSite& site,
                                                 const toml::node& node) const {
  const std::string text = TextKind{}.read(site, node);
  if (text == "verilated" || text == kPrefix) {
    site.fail("needs the folder of your RTL, as in \"verilated:./mine\"");
  }
  if (text.compare(0, kPrefix.size(), kPrefix) == 0) {
    const toml::value<std::string> folder(text.substr(kPrefix.size()));
    return {ComparatorBodyKind::verilated, FileKind{}.read(site, folder)};
  }
  return {read_word(site, node, kWords) == 0 ? ComparatorBodyKind::behavioural
                                             : ComparatorBodyKind::rtl};
}

std::string ComparatorBodyKeyKind::write(const ComparatorBodyConfig& value) const {
  switch (value.kind) {
    case ComparatorBodyKind::behavioural:
      return "\"behavioural\"";
    case ComparatorBodyKind::rtl:
      return "\"rtl\"";
    case ComparatorBodyKind::verilated:
      break;
  }
  return TextKind{}.write(kPrefix + value.folder);
}

std::string ComparatorBodyKeyKind::values() const {
  return words_text(kWords) + " or \"verilated:FOLDER\"";
}

ValueForm ComparatorBodyKeyKind::form() const {
  ValueForm form{"word or folder"};
  form.choices.assign(kWords.begin(), kWords.end());
  return form;
}

}  // namespace headstack
