#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "talus/core/number_table.h"
#include "viewer/panels/curve_chart.h"
#include "viewer/viewer.h"

namespace talus::viewer {

/// What the tab remembers between two pictures.
struct PlotsState {
    std::string search;
    std::string file = "plot.png";  ///< for the export; .csv gives a table
    ChartsView view;
    std::shared_ptr<const NumberTable> table;           ///< of which the values are
    std::map<std::string, std::vector<double>> values;  ///< of the columns that were drawn
    ChartsView history_view;
    std::shared_ptr<const NumberTable> history;        ///< of what was picked
    std::vector<std::vector<double>> history_columns;  ///< its values
};

/// The tab "Plots": the columns of the statistics to choose from, a chart for each unit, the times of stages.
void plotsTab(Viewer& viewer, PlotsState& state);

}  // namespace talus::viewer
