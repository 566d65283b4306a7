#include "talus/cloth/solve/implicit_stretch.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace talus::cloth {
namespace {

/// Steps that differ by round-off have the same matrix.
double rounded(double h) {
    int exponent = 0;
    const double share = std::frexp(h, &exponent);
    return std::ldexp(std::round(share * 65536) / 65536, exponent);
}

/// What a spring and its damper resist in a small step, per length.
double stiffnessIn(const SpringRows& springs, std::size_t s, double h) {
    return springs.stiffness[s] > 0 ? springs.stiffness[s] + springs.damping[s] / h : 0;
}

SparseMatrix matrixOf(const SpringRows& springs, const SolvedPoints& points, double h) {
    const std::size_t count = points.mobility.size();
    SparseMatrix a;
    a.columns = static_cast<std::uint32_t>(count);
    std::vector<double> diagonal(count, 0);
    std::vector<std::vector<std::pair<std::uint32_t, double>>> others(count);
    for (std::size_t s = 0; s < springs.ends.size(); ++s) {
        const auto [i, j] = springs.ends[s];
        const double k = stiffnessIn(springs, s, h);
        diagonal[i] += k;
        diagonal[j] += k;
        if (!(k > 0 && points.mobility[i] > 0 && points.mobility[j] > 0)) continue;
        others[i].emplace_back(j, -k);
        others[j].emplace_back(i, -k);
    }
    for (std::uint32_t p = 0; p < count; ++p) {
        if (points.mobility[p] > 0) {
            auto& row = others[p];
            row.emplace_back(p, diagonal[p] + 1 / (points.mobility[p] * h * h));
            std::sort(row.begin(), row.end());
            for (const auto& [column, value] : row) {
                if (a.column.size() > a.first.back() && a.column.back() == column) {
                    a.value.back() += value;
                    continue;
                }
                a.column.push_back(column);
                a.value.push_back(value);
            }
        }
        a.first.push_back(static_cast<std::uint32_t>(a.column.size()));
    }
    return a;
}

bool same(View<const double> now, const std::vector<double>& then) {
    return std::equal(now.begin(), now.end(), then.begin(), then.end());
}

}  // namespace

void ImplicitStretch::findParts(const SpringRows& springs, std::size_t points) {
    part_.resize(points);
    for (std::uint32_t p = 0; p < points; ++p) part_[p] = p;
    const auto root = [&](std::uint32_t p) {
        while (part_[p] != p) p = part_[p] = part_[part_[p]];
        return p;
    };
    for (std::size_t s = 0; s < springs.ends.size(); ++s) {
        if (!(springs.stiffness[s] > 0)) continue;
        const std::uint32_t i = root(springs.ends[s][0]), j = root(springs.ends[s][1]);
        part_[std::max(i, j)] = std::min(i, j);
    }
    parts_ = 0;
    // A root comes before all other points of its part.
    for (std::uint32_t p = 0; p < points; ++p) part_[p] = part_[p] == p ? parts_++ : part_[part_[p]];
}

void ImplicitStretch::prepare(const SpringRows& springs, const SolvedPoints& points, double h) {
    const double step = rounded(h);
    if (step == step_ && same(points.mobility, mobility_) && same(springs.stiffness, stiffness_)) return;
    step_ = step;
    mobility_.assign(points.mobility.begin(), points.mobility.end());
    stiffness_.assign(springs.stiffness.begin(), springs.stiffness.end());
    multigrid_ = Multigrid(matrixOf(springs, points, step));
    findParts(springs, points.mobility.size());
    held_springs_.clear();
    for (std::uint32_t s = 0; s < springs.ends.size(); ++s)
        if (springs.stiffness[s] > 0 &&
            (points.mobility[springs.ends[s][0]] == 0 || points.mobility[springs.ends[s][1]] == 0))
            held_springs_.push_back(s);
}

void ImplicitStretch::solve(const exec::Exec& exec, const SpringRows& springs, const SolvedPoints& points,
                            double h) {
    prepare(springs, points, h);
    const std::size_t count = points.position.size();
    force_.assign(count, Vec3d{});
    moved_.resize(count);
    const View<Vec3d> force{force_.data(), count}, moved{moved_.data(), count};
    std::size_t begin = 0;
    for (const std::size_t end : springs.colour_ends) {
        exec::for_each(exec, end - begin, [&, begin](std::size_t k) {
            const std::size_t s = begin + k;
            const auto [i, j] = springs.ends[s];
            const Vec3d r = points.position[i] - points.position[j];
            const double now = length(r);
            if (!(springs.stiffness[s] > 0 && now > 0)) return;
            double size = springs.stiffness[s] * (now - springs.length[s]);
            if (springs.damping[s] > 0)
                size += springs.damping[s] * dot(r, r - (points.start[i] - points.start[j])) / (now * h);
            const Vec3d pull = r * (size / now);
            force[i] -= pull;
            force[j] += pull;
        });
        begin = end;
    }
    multigrid_.solve(exec, {force_.data(), count}, moved);
    exec::for_each(exec, count, [&](std::size_t p) {
        points.position[p] += moved[p];
        if (points.mobility[p] == 0) points.reaction[p] = force[p] * (h * h);
    });
    for (const std::uint32_t s : held_springs_) {
        const auto [i, j] = springs.ends[s];
        const Vec3d more = (moved[i] - moved[j]) * (stiffnessIn(springs, s, h) * h * h);
        if (points.mobility[i] == 0) points.reaction[i] -= more;
        if (points.mobility[j] == 0) points.reaction[j] += more;
    }
    balance(points);
}

/// Springs give no momentum to what they join, and one V-cycle is not exact. What is missing goes to
/// the held points of a part in equal shares; a part without any moves by it.
void ImplicitStretch::balance(const SolvedPoints& points) {
    missing_.assign(parts_, {});
    mass_.assign(parts_, 0);
    held_.assign(parts_, 0);
    for (std::size_t p = 0; p < part_.size(); ++p) {
        const std::uint32_t part = part_[p];
        if (points.mobility[p] > 0) {
            const double mass = 1 / points.mobility[p];
            missing_[part] -= moved_[p] * mass;
            mass_[part] += mass;
        } else {
            missing_[part] -= points.reaction[p];
            ++held_[part];
        }
    }
    for (std::size_t p = 0; p < part_.size(); ++p) {
        const std::uint32_t part = part_[p];
        if (points.mobility[p] == 0)
            points.reaction[p] += missing_[part] / static_cast<double>(held_[part]);
        else if (held_[part] == 0)
            points.position[p] += missing_[part] / mass_[part];
    }
}

}  // namespace talus::cloth
