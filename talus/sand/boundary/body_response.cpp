#include "talus/sand/boundary/body_response.h"

namespace talus::sand {

double dot(const Six& a, const Six& b) {
    double sum = 0;
    for (std::size_t m = 0; m < 6; ++m) sum += a[m] * b[m];
    return sum;
}

Six responseAlong(const Vec3d& direction, const Vec3d& arm) {
    const Vec3d turn = cross(arm, direction);
    return {direction.x, direction.y, direction.z, turn.x, turn.y, turn.z};
}

BodyResponse::BodyResponse(const FreeBody& body) {
    for (std::size_t a = 0; a < 3; ++a) {
        inverse_[a][a] = body.inverse_mass;
        const Vec3d& column = body.inverse_inertia[a];
        inverse_[3 + a] = {0, 0, 0, column.x, column.y, column.z};
    }
}

void BodyResponse::carry(double mass, const Six& response) {
    // Sherman and Morrison (1950): the inverse of M + mass r r^T.
    const Six moved = motionBy(response);
    const double share = mass / (1 + mass * dot(response, moved));
    for (std::size_t m = 0; m < 6; ++m)
        for (std::size_t n = 0; n < 6; ++n) inverse_[m][n] -= moved[m] * moved[n] * share;
}

Six BodyResponse::motionBy(const Six& impulse) const {
    Six motion{};
    for (std::size_t m = 0; m < 6; ++m) motion[m] = dot(inverse_[m], impulse);
    return motion;
}

}  // namespace talus::sand
