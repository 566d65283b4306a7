#include "talus/state/restore.h"

#include <algorithm>

#include <fmt/format.h>

namespace talus::state {
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

bool hasPersistent(const Table& table) {
    const auto& columns = table.columns();
    return std::any_of(columns.begin(), columns.end(),
                       [](const Column& c) { return c.info->lifetime == Lifetime::Persistent; });
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
            // Divided, not multiplied: a number of rows from a file must not wrap around.
            const std::size_t width = column.info->elementBytes();
            if (values->bytes.size() % width != 0 || values->bytes.size() / width != saved->rows)
                return mismatch(fmt::format("field '{}' has the wrong length", field));
        }
    }
    return success();
}

}  // namespace

Status restorePersistent(const Snapshot& snapshot, World& world) {
    if (Status status = fits(snapshot, world); !status) return status;
    world.time = snapshot.time;
    world.step = snapshot.step;
    for (Table& table : world.tables()) {
        if (!hasPersistent(table)) continue;
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

void restoreScratchRows(const Snapshot& snapshot, World& world) {
    for (Table& table : world.tables())
        if (const auto* saved = findTable(snapshot, table.name()); saved != nullptr && !hasPersistent(table))
            table.resize(saved->rows);
}

Status restore(const Snapshot& snapshot, World& world) {
    if (Status status = restorePersistent(snapshot, world); !status) return status;
    restoreScratchRows(snapshot, world);
    return success();
}

}  // namespace talus::state
