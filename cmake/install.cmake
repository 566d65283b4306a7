# find_package(talus) in another project: tests/consumer is one.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

if(TALUS_WITHOUT)
  return()  # not a whole library
endif()
set(TALUS_CONFIG_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/talus)

install(TARGETS talus EXPORT talus-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS talus_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(EXPORT talus-targets NAMESPACE talus:: DESTINATION ${TALUS_CONFIG_DIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/talus DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.h" PATTERN "*.cuh")
install(DIRECTORY ${PROJECT_SOURCE_DIR}/scenes DESTINATION ${CMAKE_INSTALL_DATADIR}/talus OPTIONAL)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/talus)

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/talusConfig.cmake.in
                              ${PROJECT_BINARY_DIR}/talusConfig.cmake
                              INSTALL_DESTINATION ${TALUS_CONFIG_DIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/talusConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/talusConfig.cmake ${PROJECT_BINARY_DIR}/talusConfigVersion.cmake
        DESTINATION ${TALUS_CONFIG_DIR})
