/* The style sheet and the script of the HTML report: src/gate/html/, made into arrays when the program is built. */
#ifndef UO_GATE_HTML_ASSETS_H
#define UO_GATE_HTML_ASSETS_H

extern const char uo_html_style[];
extern const char uo_html_script[];

#endif
