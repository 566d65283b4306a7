#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <typeinfo>
#include <vector>

#include "talus/core/check.h"

namespace talus::step {

/// Scratch memory of a step other than columns of tables, such as objects that the tasks of a stage borrow,
/// or what a search produces for the forces of the same step. Each entry has a name and may be of any type.
/// Stages declare which entries they produce and which they read (Access in stage.h).
///
/// Contents may remain for later steps, which then need not allocate, or may reuse what is still valid. A
/// step must give the same bits where all scratch is empty at its start: builds that validate clear it.
class Scratch {
  public:
    /// The entry of that name; made at the first call. Its address stays the same until clear().
    template <class T>
    T& of(std::string_view name) {
        for (Entry& entry : entries_)
            if (entry.name == name) {
                TALUS_ASSERT(*entry.type == typeid(T), "an entry of scratch is used with two types");
                return *static_cast<T*>(entry.content.get());
            }
        entries_.push_back({std::string(name), &typeid(T), std::make_shared<T>()});
        return *static_cast<T*>(entries_.back().content.get());
    }
    void clear() { entries_.clear(); }

  private:
    struct Entry {
        std::string name;
        const std::type_info* type;
        std::shared_ptr<void> content;  // its deleter knows the type
    };
    std::vector<Entry> entries_;
};

}  // namespace talus::step
