#include "talus/state/world.h"

#include <algorithm>

#include <fmt/format.h>

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

namespace {

Error mismatch(std::string what) {
    return {ErrorKind::Input, fmt::format("the saved state does not fit this scene: {}; resume with the "
                                          "scene and the version of Talus that wrote it",
                                          what)};
}

const Snapshot::SavedTable* findTable(const Snapshot& snapshot, const std::string& name) {
    for (const auto& table : snapshot.tables)
        if (table.name == name) return &table;
    return nullptr;
}

const Snapshot::SavedColumn* findColumn(const Snapshot::SavedTable& table, std::string_view name) {
    for (const auto& column : table.columns)
        if (column.name == name) return &column;
    return nullptr;
}

Status fits(const Snapshot& snapshot, const World& world) {
    for (const Table& table : world.tables()) {
        const auto* saved = findTable(snapshot, table.name());
        if (saved == nullptr) return mismatch(fmt::format("table '{}' is missing", table.name()));
        for (const Column& column : table.columns()) {
            if (column.info->lifetime != Lifetime::Persistent) continue;
            const auto* values = findColumn(*saved, column.info->name);
            const std::string field = fmt::format("{}.{}", table.name(), column.info->name);
            if (values == nullptr) return mismatch(fmt::format("field '{}' is missing", field));
            if (values->scalar != column.info->scalar || values->components != column.info->components)
                return mismatch(fmt::format("field '{}' has another type", field));
            if (values->bytes.size() != saved->rows * column.info->elementBytes())
                return mismatch(fmt::format("field '{}' has the wrong length", field));
        }
    }
    return success();
}

}  // namespace

Status restore(const Snapshot& snapshot, World& world) {
    if (Status status = fits(snapshot, world); !status) return status;
    world.time = snapshot.time;
    world.step = snapshot.step;
    for (Table& table : world.tables()) {
        const auto& saved = *findTable(snapshot, table.name());
        table.resize(saved.rows);
        for (Column& column : table.columns()) {
            if (column.info->lifetime != Lifetime::Persistent) continue;
            const auto& bytes = findColumn(saved, column.info->name)->bytes;
            std::copy(bytes.begin(), bytes.end(), column.values.data());
        }
    }
    return success();
}

}  // namespace talus::state
