# The steps of `./dev test` and `./dev lint`, cheap ones first. Sourced by ./dev.
# shellcheck shell=bash disable=SC2154

all_steps=(tree format release tidy asan tsan)
named_steps=("${all_steps[@]}" fuzz cuda events long)  # those that only their names ask for are parts of others
# The sanitizer presets hold no pictures, no physics and no program (TALUS_WITHOUT): these would take most of
# the time and find little of ours. Of the rest, the thread sanitizer needs what loops in parallel.
tsan_layers=(cloth exec neighbors grains ground particles sand step volume water)

source_files() {
    local folder folders=()
    for folder in talus apps tests bench python; do
        [[ ! -d $root/$folder ]] || folders+=("$root/$folder")
    done
    find "${folders[@]}" -type f \( -name '*.h' -o -name '*.cpp' -o -name '*.cu' -o -name '*.cuh' \) -print0 |
        sort -z
}

step_tree() {
    local check
    for check in layers length references; do
        python3 "$root/tools/check_$check.py" "$root" || return
    done
}

step_format() {
    source_files | xargs -0 clang-format --dry-run -Werror
}

# Where there is a CUDA compiler, the program with the CUDA backend is the one that is tested: one tree for both.
step_release() {
    configure_tests && build "$tests_preset" && run_ctest "$tests_preset" -LE '^long$'
}

# The comparisons that take minutes each; nothing else runs them.
step_long() {
    configure_tests && build "$tests_preset" && run_ctest "$tests_preset" -L '^long$'
}

# configure_tests: sets tests_preset, the optimised tree of the tests.
configure_tests() {
    if cuda_compiler >/dev/null; then
        tests_preset=cuda
        configure cuda -DTALUS_TESTS=ON -DCMAKE_CUDA_COMPILER="$(cuda_compiler)" \
            -DCMAKE_CUDA_ARCHITECTURES="$(cuda_architecture)"
    else
        tests_preset=release
        configure release -DTALUS_TESTS=ON
    fi
}

cuda_compiler() { command -v nvcc || compgen -G /usr/local/cuda/bin/nvcc; }

# That of the card; where there is none, one of those that the preset cuda has, which is all that a compiler's check
# needs.
cuda_architecture() { nvidia-smi -L >/dev/null 2>&1 && echo native || echo 80-real; }

# Under clang, because clang-tidy can read only clang's precompiled headers.
step_tidy() {
    local headers
    configure tidy || return
    mapfile -t headers < <(ninja -C "$root/build/tidy" -t targets all | sed -n 's/^\(.*\.hxx\.pch\): .*/\1/p')
    build tidy "${headers[@]}" && "$root/tools/tidy.sh" "$root" "$root/build/tidy" "$jobs" "${tidy_scope:-changed}"
}

# The libFuzzer targets are tests of this preset (tests/fuzz/CMakeLists.txt): they run beside the others.
step_asan() { sanitized asan; }
step_tsan() { sanitized tsan "${tsan_layers[@]}"; }
step_fuzz() {
    configure asan -DTALUS_TESTS=ON && build asan fuzz_targets && run_ctest asan -L '^fuzz$'
}

# The viewer without a window, under the sanitizers, with ten thousand random events; nothing else runs it. Leaks are
# not looked for, because OpenGL's drivers have some.
step_events() {
    configure viewer-asan -DTALUS_TESTS=ON && build viewer-asan test_viewer &&
        TALUS_RANDOM_EVENTS=10000 ASAN_OPTIONS="detect_leaks=0" UBSAN_OPTIONS="halt_on_error=1:print_stacktrace=1" \
            "$root/build/viewer-asan/tests/test_viewer" --gtest_brief=1 --gtest_filter='-Window*'
}

# sanitized PRESET [LAYER...]: builds and runs the tests of these layers, or all that the preset has.
sanitized() {
    local preset=$1 filter=()
    shift
    (($# == 0)) || filter=(-L "^($(IFS='|' && echo "$*"))\$")
    # Address randomisation can place memory where the thread sanitizer cannot cope with it.
    local fixed=()
    setarch -R true 2>/dev/null && fixed=(setarch -R)
    configure "$preset" -DTALUS_TESTS=ON &&
        ${fixed[@]+"${fixed[@]}"} ninja -C "$root/build/$preset" -j "$jobs" "${@/#/test_}" &&
        TSAN_OPTIONS="halt_on_error=1:suppressions=$root/tests/tsan_suppressions.txt" \
            ASAN_OPTIONS="detect_stack_use_after_return=1" \
            run_ctest "$preset" ${filter[@]+"${filter[@]}"} -LE '^long$'
}

# Only what a graphics card runs, and its twin on the processor.
step_cuda() {
    configure_tests && build cuda test_exec test_device && run_ctest cuda -L '^(exec|device)$'
}

# run_ctest PRESET [ctest arguments]
run_ctest() {
    local preset=$1
    shift
    local start=$SECONDS status=0
    ctest --test-dir "$root/build/$preset" --output-on-failure --no-tests=error \
        -j "$jobs" --timeout 300 "$@" | grep -v '^ *Start ' || status=$?
    mkdir -p "$root/build/logs"
    echo "$((SECONDS - start))" >"$root/build/logs/running_tests"
    slowest_tests "$preset"
    return $status
}

# Those of the last call that took longest, with their seconds.
slowest_tests() {
    echo "The slowest:"
    awk 'NF == 3 && $2 > 0 {print $3, $1}' "$root/build/$1/Testing/Temporary/CTestCostData.txt" |
        sort -rn | head -n "${TALUS_SLOWEST:-10}" | awk '{printf "  %6.1f s  %s\n", $1, $2}'
}

# Prints why a step is not taken here; nothing where it is.
why_skip() {
    case $1 in
        cuda) cuda_compiler >/dev/null || echo "there is no CUDA compiler here" ;;
        tidy)
            # All files take over an hour: they are for those who ask for them.
            [[ ${tidy_scope:-changed} == all ]] || "$root/tools/changed.sh" "$root" >/dev/null 2>&1 ||
                echo "git cannot tell here what differs from the branch main; ./dev lint looks at every file"
            ;;
    esac
}

# take_step NAME: runs step_NAME. What it prints is kept in build/logs where nobody watches it on a terminal.
take_step() {
    if [[ -t 1 ]]; then
        ("step_$1")
        return
    fi
    mkdir -p "$root/build/logs"
    ("step_$1") 2>&1 | tee "$root/build/logs/$1.txt"
    return "${PIPESTATUS[0]}"
}

# Says again, at the end, which lines of a failed step tell why: a log of an hour is often cut.
recall_failure() {
    local log=$root/build/logs/$1.txt
    [[ ! -t 1 && -f $log ]] || return 0
    say "Why $1 failed"
    grep -E 'error|ERROR|FAILED|\*\*\*|Failure|failed' "$log" | tail -n 30
}

# Runs `step_NAME` for every name and records how it went; a failure does not stop the rest.
run_steps() {
    local name status start reason ran ran_file=$root/build/logs/running_tests
    local passed=0 failed=0 skipped=0 rows=() why=()
    for name in "$@"; do
        start=$SECONDS
        # With what the shell has itself: a tree may be checked where there is little else.
        [[ ! -f $ran_file ]] || : >"$ran_file"
        say "$name"
        reason=$(why_skip "$name")
        if [[ -n $reason ]]; then
            echo "skipped: $reason"
            status=skipped skipped=$((skipped + 1))
        elif take_step "$name"; then
            status=passed passed=$((passed + 1))
        else
            status=FAILED failed=$((failed + 1)) why+=("$name")
        fi
        ran=0
        [[ ! -s $ran_file ]] || ran=$(<"$ran_file")
        rows+=("$(printf '  %-10s %-8s %5d s, of which tests %5d s' "$name" "$status" $((SECONDS - start)) "$ran")")
    done
    for name in ${why[@]+"${why[@]}"}; do recall_failure "$name"; done
    say "Summary ($SECONDS s)"
    printf '%s\n' "${rows[@]}"
    echo "$passed passed, $failed failed, $skipped skipped"
    ((failed == 0))
}

# run_tests [NAME...]: steps by name; other names are layers, tested in release.
run_tests() {
    install_packages "${build_packages[@]}" "${run_packages[@]}" "${test_packages[@]}"
    install_optional "${viewer_packages[@]}" "${viewer_test_packages[@]}"
    (($# == 0)) && set -- "${all_steps[@]}"
    local name steps=()
    layers=()
    for name in "$@"; do
        if [[ " ${named_steps[*]} " == *" $name "* ]]; then
            steps+=("$name")
        elif compgen -G "$root/tests/$name/*_test.cpp" >/dev/null; then
            layers+=("$name")
        else
            echo "./dev test: '$name' is neither a step (${named_steps[*]}) nor a folder of tests" >&2
            exit 2
        fi
    done
    ((${#layers[@]} == 0)) || steps+=(layers)
    run_steps "${steps[@]}"
}

step_layers() {
    configure_tests && build "$tests_preset" "${layers[@]/#/test_}" &&
        run_ctest "$tests_preset" -L "^($(IFS='|' && echo "${layers[*]}"))\$" -LE '^long$'
}

lint() {
    install_packages "${build_packages[@]}" "${test_packages[@]}"
    tidy_scope=all run_steps tree format tidy
}
