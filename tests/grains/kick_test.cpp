#include "talus/grains/motion/kick_grain.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "talus/core/rng.h"

namespace talus::grains {
namespace {

/// Grains that move.
struct Moving {
    std::vector<Vec3d> force, torque, velocity, spin, position;
    std::vector<Vec3f> drift, single_force, single_torque;
    std::vector<double> mass, radius;

    explicit Moving(std::size_t count) {
        const Random random{11, 0};
        std::uint32_t draw = 0;
        const auto number = [&](double low, double high) { return random.uniform(low, high, draw++, 0); };
        const auto vector = [&](double size) {
            return Vec3d{number(-size, size), number(-size, size), number(-size, size)};
        };
        for (std::size_t i = 0; i < count; ++i) {
            force.push_back(vector(1e-3));
            torque.push_back(vector(1e-6));
            single_force.push_back(narrow(force.back()));
            single_torque.push_back(narrow(torque.back()));
            velocity.push_back(vector(2));
            spin.push_back(vector(300));
            position.push_back(vector(1));
            const Vec3d way = vector(1e-4);
            drift.push_back(
                {static_cast<float>(way.x), static_cast<float>(way.y), static_cast<float>(way.z)});
            mass.push_back(number(1e-5, 1e-4));
            radius.push_back(number(1e-3, 2e-3));
        }
    }

    KickAndDriftGrain stage(double keep, bool spins, std::size_t deferred, Precision precision) {
        const auto view = [](auto& of) { return exec::View(of.data(), of.size()); };
        const auto readable = [](const auto& of) { return exec::View(of.data(), of.size()); };
        const Forces<const Vec3d> forces =
            precision == Precision::Mixed
                ? Forces<const Vec3d>{readable(single_force), readable(single_torque)}
                : Forces<const Vec3d>{readable(force), readable(torque)};
        return {.kick = {.forces = forces,
                         .mass = view(mass),
                         .radius = view(radius),
                         .velocity = view(velocity),
                         .spin = view(spin),
                         .h = 5e-6,
                         .keep = keep,
                         .spins = spins},
                .position = view(position),
                .drift = view(drift),
                .dt = 1e-5,
                .deferred = deferred};
    }
};

template <class T>
bool sameBits(const std::vector<T>& a, const std::vector<T>& b) {
    return std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

TEST(Kick, EightAtATimeAndOneByOneGiveTheSameBits) {
    constexpr std::size_t count = 203;
    // None owes a kick, all do, those of some whole runs of eight from 3 on, and a run where only some do.
    for (const std::size_t deferred : {std::size_t{0}, count, std::size_t{3 + 8 * 9}, std::size_t{100}})
        for (const bool spins : {false, true})
            for (const auto& [keep, precision] :
                 {std::pair{1.0, Precision::Double}, std::pair{0.97, Precision::Double},
                  std::pair{1.0, Precision::Mixed}}) {
                if (deferred > 0 && keep != 1) continue;  // as KickGrain asks for
                Moving eights(count), ones(count);
                // Not from a multiple of eight on, nor to one: the grains outside stay.
                kickAndDrift(eights.stage(keep, spins, deferred, precision), 3, count - 2);
                const KickAndDriftGrain each = ones.stage(keep, spins, deferred, precision);
                for (std::size_t i = 3; i < count - 2; ++i) each(i);
                EXPECT_TRUE(sameBits(eights.velocity, ones.velocity));
                EXPECT_TRUE(sameBits(eights.spin, ones.spin));
                EXPECT_TRUE(sameBits(eights.position, ones.position));
                EXPECT_TRUE(sameBits(eights.drift, ones.drift));
                EXPECT_FALSE(sameBits(eights.velocity, Moving(count).velocity));
                if (deferred == 0 || deferred == count) continue;
                Moving all(count);
                kickAndDrift(all.stage(keep, spins, count, precision), 3, count - 2);
                EXPECT_EQ(eights.velocity[deferred - 1], all.velocity[deferred - 1]);
                EXPECT_NE(eights.velocity[deferred], all.velocity[deferred]);
            }
}

// Damped motion stops, at the speed that slowest.h states, and does not decay to numbers with which a
// processor is slow. Two kicks in a pass are still two kicks: what the first one stops does not move on from
// less.
TEST(Kick, SpeedsBelowTheLimitBecomeZero) {
    constexpr std::size_t count = 40;
    const auto made = [&] {
        Moving moving(count);
        for (std::size_t i = 0; i < count; i += 2) {
            // From 1e-33 m/s on with kicks of up to 1e-30 m/s: some stop, others do not.
            for (auto* motion : {&moving.velocity, &moving.spin}) (*motion)[i] = (*motion)[i] * 1e-33;
            moving.force[i] = moving.force[i] * (i % 4 == 0 ? 1e-40 : 1e-27);
            moving.torque[i] = moving.torque[i] * (i % 4 == 0 ? 1e-40 : 1e-27);
        }
        return moving;
    };
    Moving eights = made(), ones = made(), singly = made();
    kickAndDrift(eights.stage(1, true, count, Precision::Double), 0, count);
    const KickAndDriftGrain each = ones.stage(1, true, count, Precision::Double),
                            kick = singly.stage(1, true, 0, Precision::Double);
    bool some = false;
    for (std::size_t i = 0; i < count; ++i) {
        each(i);
        kick.kick(i);
        kick.kick(i);
        for (const Vec3d& motion : {eights.velocity[i], eights.spin[i]}) {
            for (const double part : {motion.x, motion.y, motion.z}) {
                EXPECT_TRUE(part == 0 || std::abs(part) >= slowest_motion) << part;
                some = some || (part != 0 && std::abs(part) < 1e-20);
            }
            EXPECT_TRUE(i % 4 != 0 || motion == Vec3d{}) << i;
        }
    }
    EXPECT_TRUE(some) << "not all that is slow stops";
    EXPECT_TRUE(sameBits(eights.velocity, ones.velocity) && sameBits(eights.velocity, singly.velocity));
    EXPECT_TRUE(sameBits(eights.spin, ones.spin) && sameBits(eights.spin, singly.spin));
}

}  // namespace
}  // namespace talus::grains
