#include "talus/settings/references.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "talus/core/nearest.h"
#include "talus/settings/findings.h"

namespace talus::settings {
namespace {

std::vector<std::string> namesIn(const Section& section, Owners owners) {
    void* const owner = owners[section.owner];
    std::vector<std::string> names;
    const Parameter& row = *section.rows("name").front();
    for (std::size_t i = 0; i < section.size(owner); ++i)
        names.push_back(std::get<std::string>(row.get(section.object(owner, i))));
    return names;
}

/// Adds the values that entries of a section have for a key, each once.
void addWordsOf(std::string_view key, const Section& section, Owners owners,
                std::vector<std::string>& words) {
    void* const owner = owners[section.owner];
    for (const Parameter* row : section.rows(key))
        for (std::size_t i = 0; i < section.size(owner); ++i) {
            const void* entry = section.object(owner, i);
            if (!section.applies(*row, entry)) continue;
            const std::string word = std::get<std::string>(row->get(entry));
            if (!word.empty() && std::find(words.begin(), words.end(), word) == words.end())
                words.push_back(word);
        }
}

class References {
  public:
    References(const Registry& registry, Owners owners, const Entries& root, Diagnostics& diagnostics)
        : registry_(registry), owners_(owners), root_(root), diagnostics_(diagnostics) {}

    void checkDuplicates(const Section& section) {
        std::map<std::string, std::size_t> first;
        const auto names = namesIn(section, owners_);
        for (std::size_t i = 0; i < names.size() && !full(diagnostics_); ++i) {
            const auto [known, is_new] = first.emplace(names[i], i);
            if (is_new) continue;
            const SourceSpan there = spanOf(root_, section.name, known->second, "name");
            diagnostics_.error(spanOf(root_, section.name, i, "name"),
                               fmt::format("a second {} is named {}", section.title(), quoted(names[i])),
                               there.line > 0 && there.source == 0
                                   ? fmt::format("the first is in line {}; names must differ", there.line)
                                   : "names must differ");
        }
    }

    /// Checks all values of a row that refers to entries of other sections.
    void checkRow(const Section& section, const Parameter& row) {
        void* const owner = owners_[section.owner];
        const Section& target = *registry_.find(row.refers_to);
        auto names = namesIn(target, owners_);
        std::string kind = target.title();
        if (!row.or_to.empty()) {
            const Section& other = *registry_.find(row.or_to);
            const auto more = namesIn(other, owners_);
            names.insert(names.end(), more.begin(), more.end());
            kind = fmt::format("{}{} {}", kind, row.or_word_of.empty() ? " or" : ",", other.title());
            if (!row.or_word_of.empty()) {
                addWordsOf(row.or_word_of, target, owners_, names);
                addWordsOf(row.or_word_of, other, owners_, names);
                kind = fmt::format("{} or {}", kind, row.or_word_of);
            }
        }
        const std::set<std::string> known(names.begin(), names.end());
        for (std::size_t i = 0; i < section.size(owner); ++i) {
            const void* entry = section.object(owner, i);
            if (!section.applies(row, entry)) continue;
            const Value value = row.get(entry);
            const auto* text = std::get_if<std::string>(&value);
            const auto list =
                text ? std::vector<std::string>{*text} : std::get<std::vector<std::string>>(value);
            const std::set<std::string> words(list.begin(), list.end());
            for (const std::string& word : words) {
                if (full(diagnostics_)) return;
                if (known.contains(word)) continue;
                const auto match = nearest(word, names);
                const std::string hint =
                    match               ? fmt::format("did you mean '{}'?", *match)
                    : names.empty()     ? fmt::format("the scene has no {}; add one", target.title())
                    : names.size() <= 8 ? fmt::format("there are: {}", fmt::join(names, ", "))
                                        : fmt::format("add a {} of that name", target.title());
                diagnostics_.error(spanOf(root_, section.name, i, row.key),
                                   fmt::format("no {} is named {}", kind, quoted(word)), hint);
            }
        }
    }

  private:
    const Registry& registry_;
    Owners owners_;
    const Entries& root_;
    Diagnostics& diagnostics_;
};

}  // namespace

void checkReferences(const Registry& registry, const Entries& root, Owners owners, Diagnostics& diagnostics) {
    References references(registry, owners, root, diagnostics);
    for (const Section& section : registry.sections()) {
        if (section.many && section.named()) references.checkDuplicates(section);
        for (const Parameter& row : section.parameters)
            if (!row.refers_to.empty()) references.checkRow(section, row);
    }
}

}  // namespace talus::settings
