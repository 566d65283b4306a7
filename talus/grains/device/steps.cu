#include <algorithm>
#include <cmath>

#include "talus/environment/device/placed_walls.h"
#include "talus/grains/device/device_steps.h"
#include "talus/grains/device/search.h"
#include "talus/grains/forces/wall_forces.h"
#include "talus/grains/law/laws.h"
#include "talus/grains/measures.h"
#include "talus/grains/motion/hold_fixed.h"
#include "talus/grains/motion/integrate.h"
#include "talus/grains/search/find_contacts.h"
#include "talus/grains/search/wall_list.h"
#include "talus/step/on_device.h"
#include "talus/step/sampled_times.h"

namespace talus::grains {

using exec::DeviceOrHostArray;

namespace {

/// Runs a stage on the processor without advancing the time or the number of steps.
step::StepReport runOnHost(step::Pipeline& stage, state::World& world, const exec::Exec& host, double dt) {
    const double time = world.time;
    const std::uint64_t count = world.step;
    step::StepReport report = stage.run(world, host, dt);
    world.time = time;
    world.step = count;
    return report;
}

std::vector<LawConstants> allLaws(const LawTable& table) {
    std::vector<LawConstants> laws;
    for (std::size_t a = 0; a < table.materials(); ++a)
        for (std::size_t b = 0; b < table.materials(); ++b) laws.push_back(table.at(a, b));
    return laws;
}

template <class T>
exec::View<const T> viewOf(const std::vector<T>& values) {
    return {values.data(), values.size()};
}

}  // namespace

struct DeviceSteps::Impl {
    Impl(const Setup& of, const exec::Exec& device, const exec::Exec& processor, step::Pipeline pour,
         step::Pipeline find)
        : setup(of),
          exec(device),
          host(processor),
          emit(std::move(pour)),
          search(std::move(find)),
          tables(exec.device()),
          index(exec.device()),
          forces_double(exec.device()),
          forces_single(exec.device()),
          sums(exec.device()),
          laws(exec.device()),
          placed_walls(setup.walls, exec.device()),
          fixed(exec.device()),
          sinks(exec.device()),
          scratch(exec.device()),
          times(exec) {
        laws.assign(viewOf(allLaws(setup.laws)));
        fixed.assign(viewOf(setup.fixed));
        sinks.assign(viewOf(environment::device::shapesOf(setup.sinks)));
        // A mesh has too many faces to test each of them, and only the processor has its tree.
        for (const environment::WallBody& body : setup.walls->bodies())
            can_search_on_device &= body.tree == nullptr;
        settings = {.laws = {setup.laws.materials(), laws.view()},
                    .walls = placed_walls.view(),
                    .domain = setup.search.domain,
                    .gravity = setup.gravity,
                    .spin = setup.params.spin};
        times.expect({Emit::name, KickAndDrift::name, FindContacts::name, ContactForces::name,
                      CollideWalls::name, HoldFixed::name, Kick::name});
    }

    void upload(const state::World& world) {
        tables.upload(world);
        const state::Table& walls = world.table(environment::walls_table);
        sums.force.assign(walls.read(fields::wall_force_sum));
        sums.torque.assign(walls.read(fields::wall_torque_sum));
    }
    void download(state::World& world) const {
        tables.download(world);
        state::Table& walls = world.table(environment::walls_table);
        sums.force.copyTo(walls.write(fields::wall_force_sum));
        sums.torque.copyTo(walls.write(fields::wall_torque_sum));
    }

    bool emitDue(const state::World& world) const {
        const state::Table& emitters = world.table(emitters_table);
        return anyPours(setup.spouts, emitters.read(fields::emitted), emitters.read(fields::next_round),
                        world.time);
    }

    double wallDrift(const state::World& world, double time) const {
        if (!placed_walls.anyMoves()) return 0;
        const auto listed = world.table(environment::walls_table).read(fields::wall_listed);
        double largest = 0;
        for (std::size_t w = 0; w < listed.size(); ++w) {
            if (!setup.walls->moves(w)) continue;
            const std::vector<environment::Motion>& motions = setup.walls->bodies()[w].motions;
            largest =
                std::max(largest, setup.walls->drift(w, poseOf(motions, listed[w]), poseOf(motions, time)));
        }
        return largest;
    }

    /// Whether the lists contain all grains and no search was requested.
    bool isListed(const state::World& world) const {
        const state::Table& row = world.table(search_table);
        return row.read(fields::listed)[0] == tables.grains.size() && row.read(fields::search_due)[0] == 0;
    }

    bool searchDue(const state::World& world, double dt, double time) const {
        return !(wallDrift(world, time) <= largest_wall_drift * setup.search.skin) || !isListed(world) ||
               device::hasLeft(exec, tables) ||
               (allowance::isShorteningDue(world.step) &&
                device::canShortenAllowances(exec, setup.search, dt, tables));
    }

    void pour(state::World& world, double dt) {
        if (!emitDue(world)) return;
        state::Table& grains = world.table(grains_table);
        tables.grains.download(grains);
        runOnHost(emit, world, host, dt);
        tables.grains.upload(grains);
    }

    step::StepReport indexPairs() {
        step::StepReport report;
        if (!index_is_old) return report;
        if (auto trouble = device::indexPairs(exec, tables, index)) report.fail(std::move(*trouble));
        index_is_old = false;
        return report;
    }

    step::StepReport searchOnHost(state::World& world, double dt) {
        ++searches.on_host;
        download(world);
        step::StepReport report = runOnHost(search, world, host, dt);
        if (report.ok()) upload(world);
        return report;
    }

    step::StepReport searchOnDevice(state::World& world, double dt, double time) {
        ++searches.on_device;
        step::StepReport report = indexPairs();  // index of the old list, needed to find its springs
        if (!report.ok()) return report;
        device::orderGrains(exec, setup.search, tables, scratch);
        const AllowanceRule rule = device::setAllowances(exec, setup.search, dt, tables);
        const ContactSearch within = searchWithin(setup.search, rule);
        device::findFarPairs(exec, within, rule, tables, scratch);
        auto trouble = setup.params.precision == Precision::Mixed
                           ? device::listPairs<float>(exec, within, index, tables, scratch)
                           : device::listPairs<double>(exec, within, index, tables, scratch);
        if (trouble) report.fail(std::move(*trouble));
        if (!report.ok()) return report;
        device::listWalls(exec, setup.search, settings.walls, tables, scratch);
        state::Table& row = world.table(search_table);
        row.write(fields::listed)[0] = tables.grains.size();
        row.write(fields::search_due)[0] = 0;
        for (double& listed : world.table(environment::walls_table).write(fields::wall_listed)) listed = time;
        return report;
    }

    step::StepReport findContacts(state::World& world, double dt, double time) {
        if (searchDue(world, dt, time)) {
            const bool for_host =
                !can_search_on_device ||
                device::needsHost(exec, setup.search, std::as_const(sinks).view(), dt, tables);
            step::StepReport report = for_host ? searchOnHost(world, dt) : searchOnDevice(world, dt, time);
            if (!report.ok()) return report;
            index_is_old = true;
        }
        return indexPairs();
    }

    step::StepReport forces(state::World& world, double dt, double time) {
        step::StepReport report;
        times.run(FindContacts::name, [&] {
            if (placed_walls.anyMoves()) placed_walls.placeAt(time);
            report = findContacts(world, dt, time);
        });
        if (!report.ok()) return report;
        times.run(ContactForces::name, [&] {
            setup.params.precision == Precision::Mixed
                ? device::contactForces(exec, settings, std::as_const(fixed).view(), dt, tables, index,
                                        forces_single)
                : device::contactForces(exec, settings, std::as_const(fixed).view(), dt, tables, index,
                                        forces_double);
        });
        times.run(CollideWalls::name, [&] {
            device::wallForces(exec, settings, dt, tables, sums);
            for (std::uint64_t& steps : world.table(environment::walls_table).write(fields::wall_steps))
                ++steps;
        });
        if (!setup.fixed.empty())
            times.run(HoldFixed::name, [&] { device::holdFixed(exec, std::as_const(fixed).view(), tables); });
        return report;
    }

    /// One step, with the stages that pipeline() in pipeline.cpp lists.
    step::StepReport step(state::World& world, double dt, step::InRow in_row) {
        const Params& p = setup.params;
        times.begin(world.step);
        times.run(Emit::name, [&] { pour(world, dt); });
        const auto move = [&](double share, double keep, bool twice) {
            times.run(KickAndDrift::name, [&] {
                const std::size_t listed = std::as_const(world).table(search_table).read(fields::listed)[0];
                device::kickAndDrift(exec, {share * dt, keep, p.spin}, dt, twice ? listed : 0, tables);
            });
        };
        if (p.integrator == Integrator::SemiImplicitEuler) {
            step::StepReport report = forces(world, dt, world.time);
            if (report.ok()) move(1, 1, false);
            return report;
        }
        if (p.integrator == Integrator::VelocityVerlet)
            move(0.5, 1, in_row.follows);
        else
            move(1, p.integrator == Integrator::PositionVerlet ? 1 - p.dissipation : 1, false);
        step::StepReport report = forces(world, dt, world.time + dt);
        if (report.ok() && p.integrator == Integrator::VelocityVerlet && !in_row.goes_on)
            times.run(Kick::name, [&] { device::kick(exec, {0.5 * dt, 1, p.spin}, tables); });
        return report;
    }

    Setup setup;
    exec::Exec exec, host;
    step::Pipeline emit, search;
    device::GrainTables tables;
    device::PairIndex index;
    device::PairForces<double> forces_double;
    device::PairForces<float> forces_single;
    device::WallSums sums;
    DeviceOrHostArray<LawConstants> laws;
    environment::device::PlacedWalls placed_walls;
    DeviceOrHostArray<std::uint8_t> fixed;
    DeviceOrHostArray<device::SinkShape> sinks;
    device::SearchScratch scratch;
    device::Settings settings;
    Searches searches;
    bool can_search_on_device = true;
    bool index_is_old = true;
    step::SampledTimes times;
};

DeviceSteps::DeviceSteps(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
DeviceSteps::DeviceSteps(DeviceSteps&&) noexcept = default;
DeviceSteps& DeviceSteps::operator=(DeviceSteps&&) noexcept = default;
DeviceSteps::~DeviceSteps() = default;

Result<DeviceSteps> DeviceSteps::make(const Setup& setup, const exec::Exec& device,
                                      const exec::Exec& host) try {
    if (setup.params.rest || setup.settles || setup.walls->anyFollows())
        return Error{ErrorKind::Runtime,
                     "a device cannot compute grains that rest or settle, or walls that follow bodies; use "
                     "--device cpu"};
    if (&setup.laws.loops() != &loopsOf<BuiltInLaws>())
        return Error{ErrorKind::Runtime,
                     "a device can compute only the built-in contact laws; use --device cpu"};
    std::vector<step::Stage> pour, find;
    pour.emplace_back(Emit{.spouts = setup.spouts, .gravity = setup.gravity, .domain = setup.search.domain});
    const double ahead = setup.params.integrator == Integrator::SemiImplicitEuler ? 0 : 1;
    find.emplace_back(
        FindContacts{.search = setup.search, .walls = setup.walls, .sinks = setup.sinks, .ahead = ahead});
    Result<step::Pipeline> emit = step::Pipeline::compose("pour", std::move(pour));
    if (!emit) return emit.error();
    Result<step::Pipeline> search = step::Pipeline::compose("search", std::move(find));
    if (!search) return search.error();
    return DeviceSteps(std::make_unique<Impl>(setup, device, host, std::move(*emit), std::move(*search)));
} catch (const exec::DeviceMemoryFull& full) {
    return Error{ErrorKind::Runtime, full.what()};
}

step::StepReport DeviceSteps::advance(state::World& world, const step::Clock& clock, std::uint64_t steps) {
    const auto begin_frame = [&] {
        clearWallSums(world);
        const state::Table& walls = std::as_const(world).table(environment::walls_table);
        impl_->sums.force.assign(walls.read(fields::wall_force_sum));
        impl_->sums.torque.assign(walls.read(fields::wall_torque_sum));
    };
    return step::advanceOnDevice(
        world, clock, steps,
        [&] {
            impl_->upload(world);
            impl_->index_is_old = true;
        },
        [&](std::uint64_t k) {
            if (clock.endsFrame(world.step)) begin_frame();
            return impl_->step(world, clock.dt(), {.follows = k > 0, .goes_on = k + 1 < steps});
        },
        [&] { impl_->download(world); });
}

const std::vector<step::StageTime>& DeviceSteps::times() const { return impl_->times.all(); }
DeviceSteps::Searches DeviceSteps::searches() const { return impl_->searches; }

}  // namespace talus::grains
