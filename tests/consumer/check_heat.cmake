# Included by check.cmake: what a method from outside must have for its row in the list. All is told by the
# program `heat` and by the files of its runs. Frames of meshes, lines and volumes: check_sheet.cmake.

set(heat ${folder}/build/heat)
set(scene ${SOURCE}/tests/consumer/heat.toml)

function(stop_here text)
  file(REMOVE_RECURSE ${folder})
  message(FATAL_ERROR "heat: ${text}")
endfunction()

# A scene with one line replaced: exit code 2, and a message that holds `wanted`.
function(expect_refused line replacement wanted)
  file(READ ${scene} text)
  string(REPLACE "${line}" "${replacement}" changed "${text}")
  if(changed STREQUAL text)
    stop_here("heat.toml has no '${line}'")
  endif()
  file(WRITE ${folder}/changed.toml "${changed}")
  execute_process(COMMAND ${heat} run ${folder}/changed.toml ${folder}/refused 1 1
                  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  string(FIND "${output}" "${wanted}" place)
  if(NOT status EQUAL 2 OR place EQUAL -1)
    stop_here("'${replacement}' gave (${status}) and not '${wanted}':\n${output}")
  endif()
  if(EXISTS ${folder}/refused)
    stop_here("a scene that was refused left a run folder")
  endif()
endfunction()

# Keys, units and tables of the method are known as those of Talus are; its own check is asked.
expect_refused("diffusivity =" "difusivity =" "did you mean 'diffusivity'?")
expect_refused("4e-4 m^2/s" "4e-4 m/s" "'diffusivity' must be in m^2/s")
expect_refused("[heat]" "[haet]" "did you mean [heat]?")
expect_refused("fields = [\"temperature\"]" "fields = [\"temprature\"]" "did you mean 'temperature'?")
expect_refused("hot_spot = [0," "hot_spot = [1," "the hot spot is not on the plate")
# Two methods may not write their frames to the same files. (The probe, whose `of` would name both, asks for that of
# the grains here.)
set(particles "[[particles]]\nname = \"heat\"\n[[particle_emitter]]\nname = \"fan\"\nsystem = \"heat\"\n")
set(probe "[[probe]]\nname = \"beside\"\nkind = \"point\"\nof = ")
set(place "at = [\"20 mm\", 0, \"1 mm\"]\n")
expect_refused("${probe}\"heat\"\n${place}fields = [\"temperature\"]"
               "${particles}${probe}\"grains\"\n${place}radius = \"2 cm\"\nfields = [\"velocity\"]"
               "frames named 'heat'")

# One run with one thread; one with two that stops half-way and goes on in a new process.
run_or_stop(${heat} run ${scene} ${folder}/whole 8 1)
set(whole "${output}")
run_or_stop(${heat} run ${scene} ${folder}/halves 4 2)
run_or_stop(${heat} resume ${folder}/halves 8 2)
if(NOT whole STREQUAL output)
  stop_here("the resumed run came to another state:\n${whole}${output}")
endif()
foreach(frame RANGE 8)
  foreach(name frames/grains.000${frame}.vtp frames/heat.000${frame}.vtp images/main.000${frame}.png)
    foreach(run whole halves)
      if(NOT EXISTS ${folder}/${run}/${name})
        stop_here("${run}/${name} is not there")
      endif()
      file(SHA256 ${folder}/${run}/${name} ${run}_bytes)
    endforeach()
    if(NOT whole_bytes STREQUAL halves_bytes)
      stop_here("${name} of the resumed run differs")
    endif()
  endforeach()
endforeach()

# A probe of it has rows at its own interval, and the resumed run wrote the same ones.
file(STRINGS ${folder}/whole/probes/beside.csv rows)
list(LENGTH rows count)
list(GET rows 0 header)
file(SHA256 ${folder}/whole/probes/beside.csv whole_bytes)
file(SHA256 ${folder}/halves/probes/beside.csv halves_bytes)
if(count LESS 30 OR NOT header STREQUAL "time [s],step,temperature [K],filled" OR NOT whole_bytes STREQUAL halves_bytes)
  stop_here("the probe has ${count} rows of '${header}', or other ones in the resumed run")
endif()

# Both take their own steps: the grains a hundred or so within each of the heat.
string(REGEX MATCH "first method in one of the scene: ([0-9]+)" found "${whole}")
if(CMAKE_MATCH_1 LESS 20)
  stop_here("the grains take '${CMAKE_MATCH_1}' steps within one of the heat")
endif()

# Its columns of the statistics are there, beside those of the grains and of the time that each stage takes.
file(STRINGS ${folder}/whole/stats.csv header LIMIT_COUNT 1)
foreach(column "kinetic [J]" "heat.total [K m^2]" "heat.hottest [K]" "heat: conduct heat [ms/step]")
  string(FIND "${header}" ",${column}" place)
  if(place EQUAL -1)
    stop_here("stats.csv has no column '${column}'")
  endif()
endforeach()
run_or_stop(${heat} verify ${folder}/whole)

# It is in the picture: a larger hot spot changes it where all else is the same.
file(READ ${scene} text)
string(REPLACE "hot_radius = \"15 mm\"" "hot_radius = \"40 mm\"" text "${text}")
file(WRITE ${folder}/hotter.toml "${text}")
run_or_stop(${heat} run ${folder}/hotter.toml ${folder}/hotter 0 1)
file(SHA256 ${folder}/whole/images/main.0000.png small_spot)
file(SHA256 ${folder}/hotter/images/main.0000.png large_spot)
if(small_spot STREQUAL large_spot)
  stop_here("the picture does not show the hot spot")
endif()

# run.toml holds all that the scene resolves to, the method's part too.
file(READ ${folder}/whole/run.toml resolved)
string(FIND "${resolved}" "diffusivity = 0.0004" place)
if(place EQUAL -1)
  stop_here("run.toml does not hold the settings of [heat]")
endif()
