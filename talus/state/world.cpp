#include "talus/state/world.h"

#include <algorithm>

#include "talus/core/hash.h"

namespace talus::state {

Table& World::addTable(std::string name) {
    TALUS_ASSERT(find(name) == nullptr, "a world has two tables of one name");
    return tables_.emplace_back(std::move(name));
}

Table* World::find(std::string_view name) {
    const auto it =
        std::find_if(tables_.begin(), tables_.end(), [&](const Table& t) { return t.name() == name; });
    return it == tables_.end() ? nullptr : &*it;
}

const Table* World::find(std::string_view name) const { return const_cast<World*>(this)->find(name); }

Table& World::table(std::string_view name) {
    Table* found = find(name);
    TALUS_ASSERT(found != nullptr, "a table is missing from the world");
    return *found;
}

const Table& World::table(std::string_view name) const { return const_cast<World*>(this)->table(name); }

std::size_t World::memoryBytes() const {
    std::size_t bytes = 0;
    for (const Table& table : tables_) bytes += table.memoryBytes();
    return bytes;
}

std::uint64_t stateHash(const World& world) {
    Hasher hasher;
    hasher.add(&world.time, sizeof world.time);
    hasher.add(&world.step, sizeof world.step);
    for (const Table& table : world.tables()) {
        const std::uint64_t rows = table.size();
        hasher.add(&rows, sizeof rows);
        for (const Column& column : table.columns())
            if (column.info->lifetime == Lifetime::Persistent)
                hasher.add(column.values.data(), column.values.size());
    }
    return hasher.value();
}

Snapshot takeSnapshot(const World& world) {
    Snapshot snapshot{world.time, world.step, {}};
    for (const Table& table : world.tables()) {
        Snapshot::SavedTable saved{table.name(), table.size(), {}};
        for (const Column& column : table.columns()) {
            if (column.info->lifetime != Lifetime::Persistent) continue;
            const std::byte* first = column.values.data();
            saved.columns.push_back({column.info->name,
                                     column.info->unit,
                                     column.info->scalar,
                                     column.info->components,
                                     {first, first + column.values.size()}});
        }
        snapshot.tables.push_back(std::move(saved));
    }
    return snapshot;
}

}  // namespace talus::state
