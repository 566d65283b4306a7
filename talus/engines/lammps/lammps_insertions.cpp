#include "talus/engines/lammps/lammps_insertions.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/engines/lammps/lammps_data.h"
#include "talus/engines/lammps/lammps_types.h"
#include "talus/environment/sources/region.h"
#include "talus/grains/fields.h"
#include "talus/grains/search/sink.h"
#include "talus/grains/sources/emit.h"
#include "talus/grains/sources/new_grain.h"

namespace talus::engines {

namespace f = grains::fields;

Result<LammpsInsertions> LammpsInsertions::of(const scene::Simulation& simulation) {
    grains::Setup setup = couple::granular::grainSetup(simulation.scene());
    std::vector<step::Stage> stages;
    stages.emplace_back(
        grains::Emit{.spouts = setup.spouts, .gravity = setup.gravity, .domain = setup.search.domain});
    auto emit = step::Pipeline::compose("births", std::move(stages));
    if (!emit) return emit.error();
    return LammpsInsertions(std::move(*emit), std::move(setup));
}

std::optional<std::uint64_t> LammpsInsertions::nextInsertion(const scene::Simulation& simulation,
                                                             std::uint64_t step) const {
    const state::Table& emitters = simulation.world().table(grains::emitters_table);
    const auto emitted = emitters.read(f::emitted);
    const auto next = emitters.read(f::next_round);
    const step::Clock& clock = simulation.clock();
    std::optional<std::uint64_t> first;
    for (std::size_t e = 0; e < setup_.spouts.size(); ++e) {
        const grains::Emitter& emitter = setup_.spouts[e].emitter;
        if (emitted[e] >= grains::grainsInAll(emitter)) continue;
        const double time = std::max(environment::beginOf(emitter), next[e]);
        if (!(time < 1e300)) continue;
        // The stage compares the step's time with this time. Search for the step with the same comparison, so
        // that round-off acts alike.
        auto round = static_cast<std::uint64_t>(std::max(0.0, std::floor(time / clock.dt()) - 1));
        while (clock.time(round) < time) ++round;
        round = std::max(round, step);
        first = std::min(first.value_or(round), round);
    }
    return first;
}

std::vector<geometry::Box> LammpsInsertions::emitterBoxes() const {
    std::vector<geometry::Box> boxes;
    double largest = 0;
    for (const grains::Spout& spout : setup_.spouts)
        largest = std::max(largest, grains::largestRadius(spout.emitter));
    for (const grains::Spout& spout : setup_.spouts) {
        // Existing grains may be larger than those of the emitters.
        const double reach = 2 * largest + setup_.search.sizes.largest + largest;
        geometry::Box box = environment::boundsOf(spout.emitter);
        box.min -= Vec3d{reach, reach, reach};
        box.max += Vec3d{reach, reach, reach};
        // Grains near the opposite side of a periodic axis may be near as well.
        const environment::Periodic& domain = setup_.search.domain;
        const auto widen = [](double low, double size, double& from, double& to) {
            if (size <= 0) return;
            from = std::min(from, low);
            to = std::max(to, low + size);
        };
        widen(domain.low.x, domain.length.x, box.min.x, box.max.x);
        widen(domain.low.y, domain.length.y, box.min.y, box.max.y);
        widen(domain.low.z, domain.length.z, box.min.z, box.max.z);
        boxes.push_back(box);
    }
    return boxes;
}

std::string LammpsInsertions::emitterRegionText() const {
    const std::vector<geometry::Box> boxes = emitterBoxes();
    std::string text, names;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const std::string name = boxes.size() == 1 ? "spouts" : fmt::format("spout{}", i);
        const Vec3d &low = boxes[i].min, &high = boxes[i].max;
        text += fmt::format("region {} block {} {} {} {} {} {} units box\n", name, low.x, high.x, low.y,
                            high.y, low.z, high.z);
        names += " " + name;
    }
    if (boxes.size() > 1) text += fmt::format("region spouts union {}{}\n", boxes.size(), names);
    return text;
}

Result<std::size_t> LammpsInsertions::insert(scene::Simulation& simulation, std::uint64_t step,
                                             const std::vector<std::pair<Vec3d, double>>& near) {
    state::World& world = simulation.world();
    // The stage runs on a separate world that holds only the grains near the emitters.
    state::World nearby;
    grains::addGrainTables(nearby, {.emitters = setup_.spouts.size()});
    nearby.step = step;
    nearby.time = simulation.clock().time(step);
    state::Table& nearby_grains = nearby.table(grains::grains_table);
    for (const auto& [position, radius] : near)
        grains::appendGrain(nearby_grains,
                            {.position = position, .velocity = {}, .spin = {}, .radius = radius}, {});
    state::Table& nearby_emitters = nearby.table(grains::emitters_table);
    state::Table& world_emitters = world.table(grains::emitters_table);
    const auto copy = [&](const auto& field, state::Table& from, state::Table& to) {
        const auto values = std::as_const(from).read(field);
        std::copy(values.begin(), values.end(), to.write(field).begin());
    };
    const auto copyAll = [&](state::Table& from, state::Table& to) {
        copy(f::emitted, from, to);
        copy(f::tried, from, to);
        copy(f::next_round, from, to);
    };
    copyAll(world_emitters, nearby_emitters);
    if (const step::StepReport report = emit_.run(nearby, simulation.exec(), simulation.clock().dt());
        !report.ok())
        return Error{ErrorKind::Diverged, report.trouble->what};
    copyAll(nearby_emitters, world_emitters);
    const std::uint64_t removed = grains::sunkSoFar(world.table(grains::sinks_table).read(f::taken));
    const std::size_t inserted = nearby_grains.size() - near.size();
    for (std::size_t i = near.size(); i < nearby_grains.size(); ++i) {
        const double a = nearby_grains.read(f::radius)[i];
        const std::uint16_t material = nearby_grains.read(f::material)[i];
        grains::appendGrain(world.table(grains::grains_table),
                            {.position = nearby_grains.read(f::position)[i],
                             .velocity = nearby_grains.read(f::velocity)[i],
                             .spin = {},
                             .radius = a,
                             .density = simulation.scene().environment.materials[material].density,
                             .material = material,
                             .birth = nearby.time},
                            setup_.gravity, removed);
    }
    return inserted;
}

std::vector<std::uint32_t> newestTypes(const scene::Simulation& simulation, const LammpsModel& model,
                                       std::size_t count) {
    const state::Table& table = simulation.world().table(grains::grains_table);
    std::vector<std::uint32_t> types;
    for (std::size_t i = table.size() - count; i < table.size(); ++i)
        types.push_back(typeOf(model, table.read(f::material)[i], table.read(f::radius)[i]));
    return types;
}

Status writeNewGrains(const io::ConfinedPath& path, const scene::Simulation& simulation,
                      const LammpsModel& model, std::span<const std::uint32_t> types) {
    const state::Table& table = simulation.world().table(grains::grains_table);
    const std::size_t count = types.size(), first = table.size() - count;
    // LAMMPS advances all velocities by half a step after the insertion (halfStepText), so the file holds
    // those of half a step before.
    const Vec3d half_step = model.gravity * (0.5 * model.dt);
    std::vector<Vec3d> velocity, spin(count);
    std::vector<double> density;
    Vec3d low = table.read(f::position)[first], high = low;
    for (std::size_t i = first; i < table.size(); ++i) {
        velocity.push_back(table.read(f::velocity)[i] - half_step);
        density.push_back(simulation.scene().environment.materials[table.read(f::material)[i]].density);
        const Vec3d& x = table.read(f::position)[i];
        const double a = 2 * table.read(f::radius)[i];
        low = {std::min(low.x, x.x - a), std::min(low.y, x.y - a), std::min(low.z, x.z - a)};
        high = {std::max(high.x, x.x + a), std::max(high.y, x.y + a), std::max(high.z, x.z + a)};
    }
    for (int axis = 0; axis < 3; ++axis) {
        if (model.boundary[2 * static_cast<std::size_t>(axis)] != 'p') continue;
        (axis == 0   ? low.x
         : axis == 1 ? low.y
                     : low.z) = axis == 0   ? model.low.x
                                : axis == 1 ? model.low.y
                                            : model.low.z;
        (axis == 0   ? high.x
         : axis == 1 ? high.y
                     : high.z) = axis == 0   ? model.high.x
                                 : axis == 1 ? model.high.y
                                             : model.high.z;
    }
    const auto last = [&](auto view) { return std::span(view.data() + first, count); };
    return writeLammpsData(path, "new grains, written by Talus",
                           {.position = last(table.read(f::position)),
                            .velocity = velocity,
                            .spin = spin,
                            .radius = last(table.read(f::radius)),
                            .density = density,
                            .id = last(table.read(f::id)),
                            .type = types,
                            .types = static_cast<std::uint32_t>(model.types.size()),
                            .low = low,
                            .high = high});
}

}  // namespace talus::engines
