"""Plots as SVG: points and lines over axes of powers of ten, for light and dark pages."""

import math
from html import escape

COLOURS = ("#2a78d6", "#d1495b", "#1b998b", "#b07c10", "#7b5ea7", "#5c6b73", "#c2571a")
STYLE = ("text { font: 12px system-ui, sans-serif; fill: #555 } .title { font-weight: 600 } .grid { stroke: #8884 } "
         ".bar { stroke: #d1495b; stroke-dasharray: 5 4 } .line { fill: none; stroke-width: 1.8 } "
         "@media (prefers-color-scheme: dark) { text { fill: #bbb } }")
LEFT, TOP, HEIGHT, BELOW = 60, 34, 240, 56


class Plot:
    """One panel. `low` and `high` are the exponents at the ends of the y axis."""

    def __init__(self, title, unit, width, values, right=14):
        self.title, self.unit, self.width, self.right = title, unit, width, right
        values = [value for value in values if value > 0] or [1]
        self.low, self.high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)) + 1e-9)
        self.high += self.low == self.high
        self.parts = []

    def y(self, value):
        share = (math.log10(max(value, 10**self.low)) - self.low) / (self.high - self.low)
        return TOP + HEIGHT * (1 - share)

    def x(self, share):
        return LEFT + (self.width - LEFT - self.right) * share

    def text(self, x, y, text, more=""):
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" {more}>{escape(text)}</text>')

    def across(self, value, kind="grid"):
        self.parts.append(f'<line class="{kind}" x1="{LEFT}" x2="{self.width - self.right}" y1="{self.y(value):.1f}" y2="{self.y(value):.1f}"/>')

    def frame(self):
        self.text(LEFT, 18, f"{self.title} ({self.unit})", 'class="title"')
        for exponent in range(self.low, self.high + 1):
            self.across(10**exponent)
            self.text(LEFT - 8, self.y(10**exponent) + 4, f"{10**exponent:g}", 'text-anchor="end"')

    def tick(self, share, text, is_slanted=False):
        x, y = self.x(share), TOP + HEIGHT + 16
        more = f'text-anchor="end" transform="rotate(-35 {x:.1f} {y:.1f})"' if is_slanted else 'text-anchor="middle"'
        self.text(x, y, text, more)

    def point(self, share, value, colour, told):
        self.parts.append(f'<circle cx="{self.x(share):.1f}" cy="{self.y(value):.1f}" r="2.4" fill="{colour}" fill-opacity=".7">'
                          f"<title>{escape(told)}</title></circle>")

    def line(self, points, colour, name, row):
        """A line through (share, value); names stand on the right, row by row."""
        path = " ".join(f"{self.x(share):.1f},{self.y(value):.1f}" for share, value in points)
        self.parts.append(f'<polyline class="line" stroke="{colour}" points="{path}"/>')
        for share, value in points:
            self.point(share, value, colour, f"{name}: {value:.3g}")
        self.text(self.width - self.right + 16, TOP + 14 + 17 * row, name, f'style="fill:{colour}"')


def document(plots):
    """Panels below each other."""
    each = TOP + HEIGHT + BELOW
    width = max(plot.width for plot in plots)
    panels = "\n".join(f'<g transform="translate(0 {each * number})">' + "\n".join(plot.parts) + "</g>" for number, plot in enumerate(plots))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {each * len(plots)}" width="{width}" height="{each * len(plots)}">'
            f"<style>{STYLE}</style>\n{panels}\n</svg>\n")


def strips(title, unit, columns, bars):
    """A column of points for each name: columns is name -> [(value, what it is)]."""
    plot = Plot(title, unit, 860, [value for points in columns.values() for value, _ in points] + list(bars))
    plot.frame()
    for bar in bars:
        plot.across(bar, "bar")
    for number, (name, points) in enumerate(columns.items()):
        share = (number + 0.5) / len(columns)
        plot.tick(share, name, is_slanted=True)
        for place, (value, told) in enumerate(points):
            plot.point(share + (place % 7 - 3) * 0.0045, value, COLOURS[0], told)
    return plot


def lines(title, unit, ticks, series):
    """Lines over shared places: ticks are names from left to right; series is name -> {place: value}."""
    plot = Plot(title, unit, 860, [value for points in series.values() for value in points.values()], right=290)
    plot.frame()
    last = max(len(ticks) - 1, 1)
    for place, tick in enumerate(ticks):
        plot.tick(place / last, tick)
    for row, (name, points) in enumerate(series.items()):
        plot.line([(place / last, value) for place, value in sorted(points.items())], COLOURS[row % len(COLOURS)], name, row)
    return plot
