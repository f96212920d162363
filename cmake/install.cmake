# The installed package: program, libraries, headers, CMake package, pkg-config file, man page, completions, vectors; and
# archives of it (cpack -G TGZ, cpack -G DEB).
include(CMakePackageConfigHelpers)
set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/unique_oracle")

install(TARGETS unique-oracle unique_oracle unique_oracle_shared EXPORT unique_oracleTargets)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/unique_oracle" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(EXPORT unique_oracleTargets NAMESPACE unique_oracle:: DESTINATION "${package_dir}")
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/unique_oracleConfig.cmake.in"
                              "${PROJECT_BINARY_DIR}/unique_oracleConfig.cmake" INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/unique_oracleConfigVersion.cmake"
                                 COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/unique_oracleConfig.cmake"
              "${PROJECT_BINARY_DIR}/unique_oracleConfigVersion.cmake"
              "${PROJECT_SOURCE_DIR}/cmake/unique_oracle_conformance.cmake" DESTINATION "${package_dir}")

file(RELATIVE_PATH from_pkgconfig "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
string(REGEX REPLACE "/$" "" from_pkgconfig "${from_pkgconfig}")
configure_file("${PROJECT_SOURCE_DIR}/cmake/unique_oracle.pc.in" "${PROJECT_BINARY_DIR}/unique_oracle.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/unique_oracle.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")

# The program finds its vectors from where it is itself, so that an archive works wherever it is unpacked.
install(DIRECTORY "${PROJECT_SOURCE_DIR}/corpus/vectors" DESTINATION "share/unique-oracle")
# The pages as they lie in the sources, so that their links lead somewhere; tests/pages/links.py sees to it.
install(FILES "${PROJECT_SOURCE_DIR}/README.md" "${PROJECT_SOURCE_DIR}/cmake/copyright" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(FILES "${PROJECT_SOURCE_DIR}/adapters/README.md" DESTINATION "${CMAKE_INSTALL_DOCDIR}/adapters")
install(FILES "${PROJECT_SOURCE_DIR}/bench/README.md" DESTINATION "${CMAKE_INSTALL_DOCDIR}/bench")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/adapters/known" DESTINATION "${CMAKE_INSTALL_DOCDIR}/adapters")

# Made from --help, so the program must run here.
if(NOT CMAKE_CROSSCOMPILING OR CMAKE_CROSSCOMPILING_EMULATOR)
  set(pages_dir "${PROJECT_BINARY_DIR}/pages")
  set(pages "${pages_dir}/unique-oracle.1" "${pages_dir}/unique-oracle.bash" "${pages_dir}/_unique-oracle"
            "${pages_dir}/unique-oracle.fish")
  file(GLOB page_makers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tools/pages/*")
  add_custom_command(OUTPUT ${pages}
                     COMMAND "${PROJECT_SOURCE_DIR}/tools/pages/make.sh" "${pages_dir}"
                             ${CMAKE_CROSSCOMPILING_EMULATOR} $<TARGET_FILE:unique-oracle>
                     DEPENDS unique-oracle ${page_makers} VERBATIM)
  add_custom_target(pages ALL DEPENDS ${pages})
  install(FILES "${pages_dir}/unique-oracle.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
  install(FILES "${pages_dir}/unique-oracle.bash" DESTINATION "share/bash-completion/completions" RENAME unique-oracle)
  install(FILES "${pages_dir}/_unique-oracle" DESTINATION "share/zsh/site-functions")
  install(FILES "${pages_dir}/unique-oracle.fish" DESTINATION "share/fish/vendor_completions.d")
endif()

set(CPACK_PACKAGE_NAME unique-oracle)
# Who answers for a package is whoever makes it.
set(UO_MAINTAINER "unique-oracle authors <nobody@unique-oracle.invalid>" CACHE STRING "Maintainer of the deb: Name <address>")
set(CPACK_PACKAGE_CONTACT "${UO_MAINTAINER}")
string(CONCAT CPACK_DEBIAN_PACKAGE_DESCRIPTION
    "Judges implementations of the operator Unique: names the clause that\n"
    "is broken and the smallest input. Program, library, headers, vectors.")
set(CPACK_PRE_BUILD_SCRIPTS "${PROJECT_SOURCE_DIR}/cmake/deb_pages.cmake")
set(CPACK_GENERATOR TGZ)
set(CPACK_PACKAGE_INSTALL_DIRECTORY unique-oracle)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
find_program(DPKG_SHLIBDEPS dpkg-shlibdeps)
mark_as_advanced(DPKG_SHLIBDEPS)
if(DPKG_SHLIBDEPS)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
else()
  set(CPACK_DEBIAN_PACKAGE_DEPENDS "libc6, libjson-c5, libprotobuf-c1")
endif()
include(CPack)
