# Run by CPack before a deb is packed: what Debian policy wants of its pages. The changelog (12.7), and it and the man page
# compressed (12.1), without names and times of files so that the bytes are the same again with SOURCE_DATE_EPOCH.
if(CPACK_GENERATOR STREQUAL "DEB")
  set(share "${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr/share")
  string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC)
  file(WRITE "${share}/doc/${CPACK_PACKAGE_NAME}/changelog"
       "${CPACK_PACKAGE_NAME} (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium\n\n  * Built from the sources by CPack.\n\n"
       " -- ${CPACK_PACKAGE_CONTACT}  ${now}\n")
  find_program(gzip gzip REQUIRED)
  execute_process(COMMAND "${gzip}" -9nf "${share}/doc/${CPACK_PACKAGE_NAME}/changelog" "${share}/man/man1/unique-oracle.1"
                  COMMAND_ERROR_IS_FATAL ANY)
endif()
