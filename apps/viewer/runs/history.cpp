#include "viewer/runs/history.h"

namespace talus::viewer {

std::uint64_t bytesOf(const state::Snapshot& snapshot) {
    std::uint64_t bytes = sizeof snapshot;
    for (const auto& table : snapshot.tables)
        for (const auto& column : table.columns) bytes += column.bytes.size() + sizeof column;
    return bytes;
}

void History::add(state::Snapshot snapshot) {
    bytes_ += bytesOf(snapshot);
    snapshots_.push_back(std::move(snapshot));
    while (bytes_ > budget_ && snapshots_.size() > 1) {
        bytes_ -= bytesOf(snapshots_.front());
        snapshots_.pop_front();
    }
}

const state::Snapshot* History::before(double time) {
    while (!snapshots_.empty() && snapshots_.back().time >= time) {
        bytes_ -= bytesOf(snapshots_.back());
        snapshots_.pop_back();
    }
    return snapshots_.empty() ? nullptr : &snapshots_.back();
}

void History::clear() {
    snapshots_.clear();
    bytes_ = 0;
}

}  // namespace talus::viewer
