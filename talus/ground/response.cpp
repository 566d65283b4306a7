#include "talus/ground/response.h"

#include <cmath>

#include <fmt/format.h>

namespace talus::ground {
namespace {

/// A body that slows down exponentially counts as at rest when its remaining distance is less than this [m]:
/// about the round-off, 6e-8 m, of a height of one metre in the single precision of frames.
constexpr double rest_distance = 1e-7;

Sinking fall(const Sinking& body, double gravity, double dt) {
    return {body.depth + body.speed * dt + 0.5 * gravity * dt * dt, body.speed + gravity * dt, false};
}

Sinking sink(const Dissipation& ground, const Sinking& body, double, double, double dt) {
    const double left = std::exp(-ground.rate * dt), distance = body.speed / ground.rate;
    if (distance * left <= rest_distance) return {body.depth + distance, 0, true};
    return {body.depth + distance * (1 - left), body.speed * left, false};
}

Sinking sink(const Poncelet& ground, const Sinking& body, double mass, double gravity, double dt) {
    const auto acceleration = [&](double depth, double speed) {
        return gravity - ground.friction * depth / mass - speed * speed / ground.drag_length;
    };
    const double a = acceleration(body.depth, body.speed);
    // Friction holds a body at rest, up to its limit.
    if (body.speed <= 0 && a <= 0) return {body.depth, 0, true};
    const double middle_speed = body.speed + 0.5 * a * dt;
    const double middle =
        middle_speed > 0 ? acceleration(body.depth + 0.5 * body.speed * dt, middle_speed) : a;
    const double speed = body.speed + middle * dt;
    if (speed > 0) return {body.depth + body.speed * dt + 0.5 * middle * dt * dt, speed, false};
    const double stops_after = -body.speed / middle;
    const double depth = body.depth + 0.5 * body.speed * stops_after;
    return {depth, 0, acceleration(depth, 0) <= 0};
}

}  // namespace

Poncelet ponceletOf(double diameter, double body_density, double ground_density, double slope,
                    double gravity) {
    constexpr double pi = 3.14159265358979323846;
    const double ratio = body_density / ground_density;
    const double weight = body_density * pi / 6 * diameter * diameter * diameter * gravity;
    return {12 * slope * weight / (diameter * std::sqrt(ratio)), 0.25 * diameter * ratio / slope};
}

Status check(const Response& response) {
    const auto above = [](const char* what, double value) -> Status {
        if (value > 0 && std::isfinite(value)) return success();
        return Error{ErrorKind::Input,
                     fmt::format("{} of the ground's response must be above 0, not {}", what, value)};
    };
    if (const auto* dissipation = std::get_if<Dissipation>(&response))
        return above("the rate", dissipation->rate);
    const auto& poncelet = std::get<Poncelet>(response);
    if (Status friction = above("the friction", poncelet.friction); !friction) return friction;
    return above("the drag length", poncelet.drag_length);
}

Sinking advance(const Response& response, const Sinking& body, double mass, double gravity, double dt) {
    if (body.rests) return body;
    double left = dt;
    Sinking now = body;
    if (now.depth < 0) {
        // If the body reaches the ground within the step, the time of contact is the root of a parabola.
        const double speed_there = std::sqrt(now.speed * now.speed - 2 * gravity * now.depth);
        const double time = (speed_there - now.speed) / gravity;
        if (time >= dt) return fall(now, gravity, dt);
        now = {0, speed_there, false};
        left = dt - time;
    }
    return std::visit([&](const auto& ground) { return sink(ground, now, mass, gravity, left); }, response);
}

}  // namespace talus::ground
