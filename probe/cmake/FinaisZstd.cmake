# Defines the target Finais::zstd when libzstd is there, in a version that is new enough. Used by the
# build, and installed for those who link the static library.
if(NOT DEFINED FINAIS_ZSTD_MINIMUM)
    set(FINAIS_ZSTD_MINIMUM 1.4.0)
endif()

if(NOT TARGET Finais::zstd)
    find_package(zstd ${FINAIS_ZSTD_MINIMUM} CONFIG QUIET)
    set(finais_zstd_target "")
    # The names that the package's versions and options give to the library.
    foreach(candidate zstd::libzstd_shared zstd::libzstd zstd::libzstd_static)
        if(TARGET ${candidate})
            set(finais_zstd_target ${candidate})
            break()
        endif()
    endforeach()

    if(NOT finais_zstd_target)
        find_package(PkgConfig QUIET)
        if(PKG_CONFIG_FOUND)
            pkg_check_modules(FinaisZstd QUIET IMPORTED_TARGET "libzstd>=${FINAIS_ZSTD_MINIMUM}")
            if(TARGET PkgConfig::FinaisZstd)
                set(finais_zstd_target PkgConfig::FinaisZstd)
            endif()
        endif()
    endif()

    if(NOT finais_zstd_target)
        find_path(FINAIS_ZSTD_INCLUDE_DIR zstd.h)
        find_library(FINAIS_ZSTD_LIBRARY zstd)
        mark_as_advanced(FINAIS_ZSTD_INCLUDE_DIR FINAIS_ZSTD_LIBRARY)
        if(FINAIS_ZSTD_INCLUDE_DIR AND FINAIS_ZSTD_LIBRARY)
            file(STRINGS "${FINAIS_ZSTD_INCLUDE_DIR}/zstd.h" finais_zstd_lines
                 REGEX "^#define ZSTD_VERSION_(MAJOR|MINOR|RELEASE) +[0-9]+")
            string(REGEX REPLACE "[^0-9;]" "" finais_zstd_version "${finais_zstd_lines}")
            string(REPLACE ";" "." finais_zstd_version "${finais_zstd_version}")
            if(finais_zstd_version VERSION_GREATER_EQUAL FINAIS_ZSTD_MINIMUM)
                add_library(Finais::zstd_library UNKNOWN IMPORTED)
                set_target_properties(Finais::zstd_library PROPERTIES
                    IMPORTED_LOCATION "${FINAIS_ZSTD_LIBRARY}"
                    INTERFACE_INCLUDE_DIRECTORIES "${FINAIS_ZSTD_INCLUDE_DIR}")
                set(finais_zstd_target Finais::zstd_library)
            endif()
        endif()
    endif()

    if(finais_zstd_target)
        add_library(Finais::zstd INTERFACE IMPORTED)
        set_target_properties(Finais::zstd PROPERTIES
                              INTERFACE_LINK_LIBRARIES ${finais_zstd_target})
    endif()
endif()
