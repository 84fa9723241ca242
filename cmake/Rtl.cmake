# The comparator's sources, as rtl/sources.f lists them:
#   HEADSTACK_COMPARATOR_RTL   the comparator alone, its package first
#   HEADSTACK_BOX_RTL          with its box, the box's register block and the waivers
#   HEADSTACK_OBI_RTL          with the bus in front of that
set(rtl "${PROJECT_SOURCE_DIR}/rtl")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${rtl}/sources.f")
file(STRINGS "${rtl}/sources.f" HEADSTACK_COMPARATOR_RTL REGEX "\\.sv$")
list(TRANSFORM HEADSTACK_COMPARATOR_RTL PREPEND "${rtl}/")
list(FILTER HEADSTACK_COMPARATOR_RTL EXCLUDE REGEX "_(box|obi)\\.sv$")
set(HEADSTACK_BOX_RTL "${rtl}/waivers.vlt" ${HEADSTACK_REGISTER_BLOCK} ${HEADSTACK_COMPARATOR_RTL}
    "${rtl}/sptf_comparator_box.sv")
set(HEADSTACK_OBI_RTL ${HEADSTACK_BOX_RTL} "${rtl}/sptf_comparator_obi.sv")
