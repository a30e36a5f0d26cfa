"""Units that one and the same quantity can be given in, so that any of them may stand in a label and be true."""

import math
from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["FAMILIES", "converted", "suitable_units"]

_MONEY = ("$", "€", "£", "CHF", "AU$", "CA$", "NZ$")

FAMILIES: Mapping[str, Mapping[str, tuple[float, float]]] = MappingProxyType(
    {
        "length": {
            "Å": (1e-10, 0),
            "nm": (1e-9, 0),
            "µm": (1e-6, 0),
            "mil": (2.54e-5, 0),
            "mm": (1e-3, 0),
            "cm": (1e-2, 0),
            "in": (0.0254, 0),
            "dm": (0.1, 0),
            "ft": (0.3048, 0),
            "yd": (0.9144, 0),
            "m": (1, 0),
            "km": (1e3, 0),
            "mi": (1609.344, 0),
        },
        "distance in space": {
            "km": (1e3, 0),
            "thousand km": (1e6, 0),
            "thousand mi": (1.609344e6, 0),
            "Earth radii": (6.371e6, 0),
            "million km": (1e9, 0),
        },
        "distance of galaxies": {
            "kpc": (1e-3, 0),
            "Mpc": (1, 0),
            "Gpc": (1e3, 0),
            "thousand ly": (3.0660e-4, 0),
            "million ly": (0.30660, 0),
            "billion ly": (306.60, 0),
        },
        "mass": {
            "µg": (1e-9, 0),
            "mg": (1e-6, 0),
            "gr": (6.479891e-5, 0),
            "ct": (2e-4, 0),
            "g": (1e-3, 0),
            "oz": (0.028349523, 0),
            "lb": (0.45359237, 0),
            "kg": (1, 0),
            "st": (6.35029318, 0),
            "t": (1e3, 0),
        },
        "time": {
            "µs": (1e-6, 0),
            "ms": (1e-3, 0),
            "cs": (1e-2, 0),
            "s": (1, 0),
            "min": (60, 0),
            "h": (3600, 0),
            "days": (86400, 0),
            "weeks": (604800, 0),
            "months": (2629800, 0),
            "years": (31557600, 0),
            "decades": (315576000, 0),
        },
        "speed": {
            "mm/s": (1e-3, 0),
            "cm/s": (1e-2, 0),
            "km/h": (1 / 3.6, 0),
            "ft/s": (0.3048, 0),
            "mph": (0.44704, 0),
            "knots": (1852 / 3600, 0),
            "m/s": (1, 0),
            "km/s": (1e3, 0),
            "mi/s": (1609.344, 0),
        },
        "temperature": {
            "°C": (1, 273.15),
            "°F": (5 / 9, 459.67 * 5 / 9),
            "K": (1, 0),
            "°R": (5 / 9, 0),
            "°Ré": (1.25, 273.15),
        },
        "pressure": {
            "Pa": (1, 0),
            "hPa": (100, 0),
            "mbar": (100, 0),
            "mmHg": (133.322, 0),
            "kPa": (1e3, 0),
            "psi": (6894.757, 0),
            "bar": (1e5, 0),
            "atm": (101325, 0),
            "MPa": (1e6, 0),
        },
        "energy": {
            "cal": (4.184, 0),
            "J": (1, 0),
            "kJ": (1e3, 0),
            "Wh": (3600, 0),
            "kcal": (4184, 0),
            "MJ": (1e6, 0),
            "kWh": (3.6e6, 0),
        },
        "power": {
            "BTU/h": (0.29307107, 0),
            "W": (1, 0),
            "kcal/h": (4184 / 3600, 0),
            "hp": (745.69987, 0),
            "kW": (1e3, 0),
            "MW": (1e6, 0),
            "GW": (1e9, 0),
        },
        "volume": {
            "mL": (1e-6, 0),
            "cL": (1e-5, 0),
            "dL": (1e-4, 0),
            "pt": (5.6826125e-4, 0),
            "L": (1e-3, 0),
            "gal": (4.54609e-3, 0),
            "m³": (1, 0),
        },
        "area": {
            "mm²": (1e-6, 0),
            "cm²": (1e-4, 0),
            "in²": (6.4516e-4, 0),
            "ft²": (0.09290304, 0),
            "m²": (1, 0),
            "acres": (4046.8564, 0),
            "thousand acres": (4046856.4, 0),
            "ha": (1e4, 0),
            "km²": (1e6, 0),
            "mi²": (2589988.1, 0),
        },
        "concentration": {
            "ng/L": (1e-9, 0),
            "µg/L": (1e-6, 0),
            "mg/L": (1e-3, 0),
            "mg/dL": (1e-2, 0),
            "g/L": (1, 0),
            "oz/gal": (6.2360233, 0),
            "g/dL": (10, 0),
        },
        "yield": {
            "kg/ha": (1, 0),
            "lb/acre": (1.12085, 0),
            "g/m²": (10, 0),
            "dt/ha": (100, 0),
            "t/ha": (1e3, 0),
            "kg/m²": (1e4, 0),
        },
        "frequency": {"/min": (1 / 60, 0), "Hz": (1, 0), "kHz": (1e3, 0), "/h": (1 / 3600, 0), "/day": (1 / 86400, 0)},
        "force": {"N": (1, 0), "lbf": (4.4482216, 0), "kgf": (9.80665, 0), "kN": (1e3, 0), "pdl": (0.138255, 0)},
        "torque": {
            "N cm": (0.01, 0),
            "lbf in": (0.112985, 0),
            "N m": (1, 0),
            "lbf ft": (1.355818, 0),
            "kN m": (1e3, 0),
        },
        "flow": {
            "mL/min": (1e-6 / 60, 0),
            "L/h": (1e-3 / 3600, 0),
            "L/min": (1e-3 / 60, 0),
            "gal/min": (4.54609e-3 / 60, 0),
            "m³/h": (1 / 3600, 0),
            "L/s": (1e-3, 0),
            "m³/s": (1, 0),
        },
        "data rate": {"kbit/s": (1e3, 0), "Mbit/s": (1e6, 0), "MB/s": (8e6, 0), "kB/s": (8e3, 0), "Gbit/s": (1e9, 0)},
        "data": {
            "kB": (1e3, 0),
            "MB": (1e6, 0),
            "MiB": (1048576, 0),
            "GB": (1e9, 0),
            "GiB": (1073741824, 0),
            "TB": (1e12, 0),
        },
        "angle": {
            "arcmin": (1 / 60, 0),
            "mrad": (0.057295780, 0),
            "gon": (0.9, 0),
            "degrees": (1, 0),
            "rad": (57.295780, 0),
        },
        "acceleration": {
            "mm/s²": (1e-3, 0),
            "cm/s²": (1e-2, 0),
            "ft/s²": (0.3048, 0),
            "m/s²": (1, 0),
            "yd/s²": (0.9144, 0),
        },
        "resistance": {"µΩ": (1e-6, 0), "mΩ": (1e-3, 0), "cΩ": (1e-2, 0), "Ω": (1, 0), "kΩ": (1e3, 0)},
        # What something costs is plausible in any of these currencies as it is; numbers are not converted.
        "money": dict.fromkeys(_MONEY, (1.0, 0.0)),
        "thousands": dict.fromkeys((f"thousand {name}" for name in _MONEY), (1.0, 0.0)),
        "millions": dict.fromkeys((f"million {name}" for name in _MONEY), (1.0, 0.0)),
    }
)
"""Family → unit → (factor, offset): a value in the unit is factor · value + offset in the family's own measure."""

LEAST, GREATEST = 0.0005, 9e6
"""The greatest number on an axis lies between them in a unit that may be written there."""


def suitable_units(unit: str | None, low: float, high: float) -> tuple[str, ...]:
    """The six or fewer units nearest to one, itself among them, that give a range in numbers neither tiny nor huge.

    None where there are fewer than five: then the unit has no rivals.
    """
    family = next((family for family in FAMILIES.values() if unit in family), None)
    if family is None or unit is None:
        return ()
    found = [
        other
        for other in family
        if LEAST <= max(abs(converted(value, unit, other)) for value in (low, high)) <= GREATEST
    ]
    found.sort(key=lambda other: (other != unit, abs(math.log(family[other][0] / family[unit][0]))))
    return tuple(found[:6]) if len(found) >= 5 and unit in found else ()


def converted(value: float, unit: str, other: str) -> float:
    """A value given in one unit, in another of its family. Raises ValueError where no family has both.

    >>> converted(20.0, "°C", "°F"), converted(1.5, "km", "m")
    (68.0, 1500.0)
    """
    for family in FAMILIES.values():
        if unit in family and other in family:
            (factor, offset), (other_factor, other_offset) = family[unit], family[other]
            return round((factor * value + offset - other_offset) / other_factor, 12)
    raise ValueError(f"no quantity is given both in {unit} and in {other}")
