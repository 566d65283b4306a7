#include "talus/network/law/link_law.h"

namespace talus::network {
namespace {

/// Force of Lennard-Jones and its derivative at a share of the size, for depth and size 1.
double shape(double x) {
    const double x6 = std::pow(x, -6.0);
    return 24 * (2 * x6 * x6 - x6) / x;
}
double slope(double x) {
    const double x6 = std::pow(x, -6.0);
    return 24 * (-26 * x6 * x6 + 7 * x6) / (x * x);
}

}  // namespace

void setLength(LinkLaw& law, double length) {
    law.length = length;
    if (law.kind == Link::Kind::Contact || law.kind == Link::Kind::Friction) law.reach = length;
}

double LinearTable::operator()(double x) const {
    if (at.empty() || x > at.back()) return 0;
    if (x <= at.front()) return value.front();
    const auto k = static_cast<std::size_t>(std::upper_bound(at.begin(), at.end(), x) - at.begin());
    if (k == at.size()) return value.back();
    const double share = (x - at[k - 1]) / (at[k] - at[k - 1]);
    return value[k - 1] + share * (value[k] - value[k - 1]);
}

double lennardJones(double depth, double size, double distance) {
    const double x = distance / size;
    const double force =
        x >= softened_below ? shape(x) : shape(softened_below) + slope(softened_below) * (x - softened_below);
    return depth / size * force;
}

Slopes slopesOf(const LinkLaw& law) {
    Slopes slopes{law.stiffness, law.damping, 0};
    switch (law.kind) {
        case Link::Kind::Friction: slopes.across = law.friction_damping; break;
        case Link::Kind::LennardJones:
            slopes.stiffness = -slope(softened_below) * law.depth / (law.length * law.length);
            break;
        case Link::Kind::Table:
            for (std::size_t k = 1; k < law.table->at.size(); ++k)
                slopes.stiffness =
                    std::max(slopes.stiffness, std::abs((law.table->value[k] - law.table->value[k - 1]) /
                                                        (law.table->at[k] - law.table->at[k - 1])));
            break;
        default: break;
    }
    return slopes;
}

}  // namespace talus::network
