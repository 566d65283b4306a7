#include "talus/particles/emit/remove.h"

#include <algorithm>
#include <cstring>

#include "talus/exec/for_each.h"
#include "talus/particles/emit/ledger.h"

namespace talus::particles {
namespace {

/// Rows in rising order, with what took them.
struct Gone {
    std::uint32_t row;
    bool by_sink;
};

std::vector<Gone> findGone(const step::Step& step, const Names& tables,
                           const std::vector<environment::Sink>& sinks) {
    const char* table = tables->particles.c_str();
    const auto birth = step.read(table, fields::birth);
    const auto lifetime = step.read(table, fields::lifetime);
    const auto position = step.read(table, fields::position);
    const auto now = static_cast<float>(step.time());
    const std::size_t rows = birth.size();
    std::vector<std::vector<Gone>> chunks((rows + exec::default_grain - 1) / exec::default_grain);
    exec::for_each_range(step.exec, rows, [&](std::size_t begin, std::size_t end) {
        std::vector<Gone>& gone = chunks[begin / exec::default_grain];
        std::uint32_t over = 0;
        for (std::size_t i = begin; i < end; ++i) over += now - birth[i] >= lifetime[i];
        if (over == 0 && sinks.empty()) return;
        for (std::size_t i = begin; i < end; ++i) {
            const auto row = static_cast<std::uint32_t>(i);
            if (now - birth[i] >= lifetime[i])
                gone.push_back({row, false});
            else if (std::any_of(sinks.begin(), sinks.end(),
                                 [&](const auto& sink) { return takes(sink, position[i]); }))
                gone.push_back({row, true});
        }
    });
    std::vector<Gone> all;
    for (const std::vector<Gone>& gone : chunks) all.insert(all.end(), gone.begin(), gone.end());
    return all;
}

/// Moves rows from the end into the gaps; the result depends on which rows are gone alone.
void close(const std::vector<Gone>& gone, state::Table& table) {
    const std::size_t left = table.size() - gone.size();
    std::vector<std::pair<std::size_t, std::size_t>> moves;  // from, to
    std::size_t last = table.size(), k = gone.size();
    for (const Gone& gap : gone) {
        if (gap.row >= left) break;
        do --last;
        while (k > 0 && gone[k - 1].row == last && k-- > 0);
        moves.emplace_back(last, gap.row);
    }
    for (state::Column& column : table.columns()) {
        const std::size_t width = column.info->elementBytes();
        std::byte* values = column.values.data();
        for (const auto& [from, to] : moves) std::memcpy(values + to * width, values + from * width, width);
    }
    table.resize(left);
}

}  // namespace

step::Access Remove::access() const {
    const char* particles = tables->particles.c_str();
    const char* ledger = tables->ledger.c_str();
    using namespace fields;
    step::Access access{.reads = {},
                        .writes = {{ledger, &aged},
                                   {ledger, &sunk},
                                   {ledger, &removed_mass},
                                   {ledger, &removed_momentum},
                                   {ledger, &removed_energy}},
                        .resizes = {particles}};
    access.reads = access.writes;
    for (const state::FieldInfo* field :
         {static_cast<const state::FieldInfo*>(&birth), static_cast<const state::FieldInfo*>(&lifetime),
          static_cast<const state::FieldInfo*>(&position), static_cast<const state::FieldInfo*>(&velocity),
          static_cast<const state::FieldInfo*>(&mass)})
        access.reads.push_back({particles, field});
    return access;
}

void Remove::run(step::Step& step) {
    const std::vector<Gone> gone = findGone(step, tables, sinks);
    if (gone.empty()) return;
    const char* particles = tables->particles.c_str();
    const char* ledger = tables->ledger.c_str();
    const auto mass = step.read(particles, fields::mass);
    const auto velocity = step.read(particles, fields::velocity);
    Totals sum;
    std::uint64_t by_sinks = 0;
    for (const Gone& each : gone) {
        sum += totalsOf(mass[each.row], velocity[each.row]);
        by_sinks += each.by_sink;
    }
    step.write(ledger, fields::sunk)[0] += by_sinks;
    step.write(ledger, fields::aged)[0] += gone.size() - by_sinks;
    step.write(ledger, fields::removed_mass)[0] += sum.mass;
    step.write(ledger, fields::removed_momentum)[0] += sum.momentum;
    step.write(ledger, fields::removed_energy)[0] += sum.energy;
    close(gone, step.resizable(particles));
}

}  // namespace talus::particles
