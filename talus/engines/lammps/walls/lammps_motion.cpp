#include "talus/engines/lammps/walls/lammps_motion.h"

#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace talus::engines {
namespace {

using environment::Motion;
using Axes = std::array<std::string, 3>;

std::array<double, 3> partsOf(const Vec3d& v) { return {v.x, v.y, v.z}; }

bool parallel(const Vec3d& a, const Vec3d& b) {
    return squaredLength(cross(a, b)) <= 1e-24 * squaredLength(a) * squaredLength(b);
}

/// LAMMPS formula of the time since `begin`, with its maximum at `end` [s]; 0 before `begin`.
std::string passed(double begin, std::optional<double> end) {
    if (!end) return fmt::format("(v_now>({0}))*(v_now-({0}))", begin);
    return fmt::format("(v_now>({0}))*((v_now<({1}))*(v_now-({0}))+(v_now>=({1}))*{2})", begin, *end,
                       *end - begin);
}

/// The pose x -> pivot + R(x - pivot) + shift as LAMMPS variables, with a rotation R about one axis. Motions
/// are added one after the other.
class Pose {
  public:
    explicit Pose(std::string name) : name_(std::move(name)) {}

    void translate(const Axes& by) {
        for (std::size_t i = 0; i < 3; ++i)
            if (!by[i].empty()) shift_[i] = shift_[i].empty() ? by[i] : define(shift_[i] + "+" + by[i]);
    }

    /// @return false where the axis differs from that of earlier rotations
    bool rotate(const Vec3d& axis, const Vec3d& point, const std::string& angle) {
        if (theta_.empty()) {
            axis_ = axis;
            pivot_ = point;
        } else if (!parallel(axis, axis_)) {
            return false;
        }
        const std::string by = define(dot(axis, axis_) < 0 ? "-" + angle : angle);
        // shift' = point - pivot + R(pivot - point + shift)
        turnShift(point, by);
        theta_ = theta_.empty() ? by : define(theta_ + "+" + by);
        return true;
    }

    bool move(const Motion& motion) {
        if (motion.kind == Motion::Kind::Keyframes) return follow(motion);
        const std::string time = define(passed(motion.start, motion.stop));
        switch (motion.kind) {
            case Motion::Kind::Translate: translate(along(motion.velocity, time)); return true;
            case Motion::Kind::Rotate:
                return rotate(normalized(motion.axis), motion.point,
                              define(fmt::format("{}*({})", time, motion.rate)));
            case Motion::Kind::Vibrate: {
                const std::string swing =
                    define(fmt::format("sin({}*{}+({}))-({})", 2 * std::numbers::pi * motion.frequency, time,
                                       motion.phase, std::sin(motion.phase)));
                translate(along(normalized(motion.direction) * motion.amplitude, swing));
                return true;
            }
            case Motion::Kind::Keyframes: break;
        }
        return true;
    }

    LammpsMotion done() const {
        std::string keywords;
        const auto word = [](const std::string& variable) {
            return variable.empty() ? std::string("NULL") : variable;
        };
        if (!shift_[0].empty() || !shift_[1].empty() || !shift_[2].empty())
            keywords += fmt::format(" move {} {} {}", word(shift_[0]), word(shift_[1]), word(shift_[2]));
        if (!theta_.empty())
            keywords += fmt::format(" rotate {} {} {} {} {} {} {}", theta_, pivot_.x, pivot_.y, pivot_.z,
                                    axis_.x, axis_.y, axis_.z);
        return {lines_, keywords};
    }

    std::string define(const std::string& formula) {
        const std::string name = fmt::format("{}x{}", name_, lines_.size());
        lines_.push_back(fmt::format("variable {} equal {}", name, formula));
        return "v_" + name;
    }

  private:
    Axes along(const Vec3d& direction, const std::string& amount) {
        Axes out;
        const auto parts = partsOf(direction);
        for (std::size_t i = 0; i < 3; ++i)
            if (parts[i] != 0) out[i] = define(fmt::format("{}*({})", amount, parts[i]));
        return out;
    }

    void turnShift(const Vec3d& point, const std::string& by) {
        const auto n = partsOf(axis_), arm = partsOf(pivot_ - point);
        Axes moved;
        bool any = false;
        for (std::size_t j = 0; j < 3; ++j) {
            if (shift_[j].empty() && arm[j] == 0) continue;
            moved[j] = define(shift_[j].empty() ? fmt::format("({})", arm[j])
                                                : fmt::format("{}+({})", shift_[j], arm[j]));
            any = true;
        }
        if (!any) return;
        const double spin[3][3] = {{0, -n[2], n[1]}, {n[2], 0, -n[0]}, {-n[1], n[0], 0}};
        Axes turned;
        for (std::size_t i = 0; i < 3; ++i) {
            std::string sum;
            for (std::size_t j = 0; j < 3; ++j) {
                if (moved[j].empty()) continue;
                const double kept = n[i] * n[j], turning = (i == j ? 1 : 0) - kept;
                std::string factor;
                if (kept != 0) factor += fmt::format("+({})", kept);
                if (turning != 0) factor += fmt::format("+({})*cos({})", turning, by);
                if (spin[i][j] != 0) factor += fmt::format("+({})*sin({})", spin[i][j], by);
                if (!factor.empty())
                    sum += fmt::format("{}{}*({})", sum.empty() ? "" : "+", moved[j], factor.substr(1));
            }
            if (arm[i] != 0) sum += fmt::format("{}({})", sum.empty() ? "" : "+", -arm[i]);
            if (!sum.empty()) turned[i] = define(sum);
        }
        shift_ = turned;
    }

    /// Adds keyframes: a sum of linear pieces, each of which goes from 0 to 1 between its two keys.
    bool follow(const Motion& m) {
        std::vector<std::string> piece;
        for (std::size_t k = 0; k + 1 < m.keyframes.times.size(); ++k)
            piece.push_back(
                define(fmt::format("({})/{}", passed(m.keyframes.times[k], m.keyframes.times[k + 1]),
                                   m.keyframes.times[k + 1] - m.keyframes.times[k])));
        const auto path = [&](const std::vector<double>& keys) -> std::string {
            std::string sum = keys.front() != 0 ? fmt::format("({})", keys.front()) : "";
            for (std::size_t k = 0; k < piece.size(); ++k)
                if (keys[k + 1] != keys[k])
                    sum += fmt::format("{}{}*({})", sum.empty() ? "" : "+", piece[k], keys[k + 1] - keys[k]);
            return sum.empty() ? sum : define(sum);
        };
        if (!m.keyframes.rotations.empty()) {
            Vec3d axis;
            for (const Vec3d& key : m.keyframes.rotations)
                if (squaredLength(key) > squaredLength(axis)) axis = key;
            if (squaredLength(axis) > 0) {
                axis = normalized(axis);
                std::vector<double> angles;
                for (const Vec3d& key : m.keyframes.rotations) {
                    if (!parallel(key, axis)) return false;
                    angles.push_back(dot(key, axis));
                }
                if (const std::string angle = path(angles); !angle.empty())
                    if (!rotate(axis, m.point, angle)) return false;
            }
        }
        if (m.keyframes.positions.empty()) return true;
        Axes by;
        for (std::size_t i = 0; i < 3; ++i) {
            std::vector<double> keys;
            for (const Vec3d& key : m.keyframes.positions) keys.push_back(partsOf(key)[i]);
            by[i] = path(keys);
        }
        translate(by);
        return true;
    }

    std::string name_;
    std::vector<std::string> lines_;
    Axes shift_;         ///< variables; empty: zero
    std::string theta_;  ///< variable of the angle; empty: no rotation
    Vec3d axis_, pivot_;
};

}  // namespace

std::string lammpsTimeVariable(double dt) { return fmt::format("variable now equal step*{}", dt); }

std::optional<LammpsMotion> lammpsMotion(const std::string& name, const Vec3d& rotation, const Vec3d& point,
                                         const std::vector<Motion>& motions) {
    Pose pose(name);
    if (const double angle = length(rotation); angle > 0)
        pose.rotate(rotation / angle, point, pose.define(fmt::format("{}", angle)));
    for (const Motion& motion : motions)
        if (!pose.move(motion)) return std::nullopt;
    return pose.done();
}

}  // namespace talus::engines
