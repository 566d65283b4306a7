#include "talus/network/report/plots.h"

#include "talus/method/plot.h"
#include "talus/method/shown/load_chart.h"

namespace talus::network {
namespace {

using method::PlotInput;
using method::PlotResult;

PlotResult energy(const PlotInput& run) {
    return method::overTime(run.statistics, "Energy of the network", {.name = "energy", .unit = "J"},
                            {{"network.kinetic", "kinetic"},
                             {"network.potential", "potential of gravity"},
                             {"network.springs", "elastic, of springs"}});
}

PlotResult amount(const PlotInput& run) {
    return method::overTime(run.statistics, "Masses and contacts", {.name = "number", .unit = "", .low = 0},
                            {{"network.masses", "free masses"}, {"network.contacts", "contacts of masses"}});
}

PlotResult speed(const PlotInput& run) {
    return method::overTime(run.statistics, "Speed of the fastest mass",
                            {.name = "speed", .unit = "m/s", .low = 0}, {{"network.fastest", "fastest"}});
}

PlotResult compression(const PlotInput& run) {
    return method::overTime(run.statistics, "Largest compression of a contact",
                            {.name = "(L - d) / L", .unit = "", .low = 0},
                            {{"network.compression", "largest"}});
}

PlotResult loads(const PlotInput& run) {
    return method::loadChart(run.statistics, "Force of the network on walls", "network");
}

}  // namespace

std::vector<method::Plot> plots() {
    return {{"network-energy", "energy of motion, of gravity and of springs over time", energy},
            {"network-masses", "numbers of free masses and of their contacts", amount},
            {"network-speed", "speed of the fastest mass", speed},
            {"network-compression", "largest compression of a contact between masses", compression},
            {"network-loads", "force of the network on each wall", loads}};
}

}  // namespace talus::network
