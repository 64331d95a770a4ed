"""format() of decimals."""
import re

from decimal import ROUND_HALF_EVEN, _digits, _make, getcontext

_SPEC = re.compile(r"(?:(?P<fill>.)?(?P<align>[<>=^]))?(?P<sign>[-+ ])?(?P<z>z)?(?P<alt>#)?(?P<zero>0)?(?P<width>\d+)?"
                   r"(?P<comma>,)?(?:\.(?P<prec>\d+))?(?P<type>[eEfFgGn%])?", re.DOTALL)


def format_decimal(d, spec):
    m = _SPEC.fullmatch(spec)
    if m is None:
        raise ValueError("invalid format string")
    kind, prec = m["type"], None if m["prec"] is None else int(m["prec"])
    fill, align = m["fill"] or " ", m["align"]
    if m["zero"]:
        fill, align = ("0", "=") if align is None else (fill, align)
    if d._special:
        body = str(d.copy_abs())
        body += "%" if kind == "%" else ""
        fill = " " if m["zero"] and not m["align"] else fill
    else:
        body = _body(d, kind, prec, bool(m["comma"]))
    sign = "-" if d._sign else "" if m["sign"] in (None, "-") else m["sign"]
    width = int(m["width"] or 0)
    if align == "=" and fill == "0" and m["comma"]:
        whole, dot, frac = body.partition(".")
        while len(sign) + len(body) < width:
            plain = whole.replace(",", "")
            whole = _grouped("0" + plain)
            body = whole + dot + frac
        return sign + body
    pad = fill * max(0, width - len(sign) - len(body))
    if align == "=":
        return sign + pad + body
    if align == "<":
        return sign + body + pad
    if align == "^":
        half = len(pad) // 2
        return pad[:half] + sign + body + pad[half:]
    return pad + sign + body


def _grouped(digits):
    head = len(digits) % 3
    parts = ([digits[:head]] if head else []) + [digits[i:i + 3] for i in range(head, len(digits), 3)]
    return ",".join(parts)


def _body(d, kind, prec, comma):
    d = d.copy_abs()
    rounding = getcontext().rounding
    if kind == "%":
        d = _make(0, d._int, d._exp + 2)
    upper = kind in ("E", "G")
    if kind is None and prec is None:
        text = str(d)
        upper = True
    else:
        if kind in ("e", "E"):
            if prec is not None and d._int:
                cut = _digits(d._int) - prec - 1
                d = d._at(d._exp + cut, rounding)
                if _digits(d._int) > prec + 1:
                    d = d._at(d._exp + 1, rounding)
            left = 1 if d._int or prec is None else 1 - prec
        elif kind in ("f", "F", "%"):
            if prec is not None:
                d = d._at(-prec, rounding)
            elif d._exp > 0:
                d = d._at(0, rounding)
        elif prec is not None and _digits(d._int) > (prec or 1):
            d = d._at(d._exp + _digits(d._int) - (prec or 1), rounding)
        if not d._int and d._exp > 0 and kind in ("f", "F", "%"):
            d = d._at(0, rounding)
        digits = str(d._int)
        point = d._exp + len(digits)
        if kind in ("e", "E"):
            place = 1 if d._int or prec is None else 1 - prec
            if not d._int and prec is not None:
                text = "0" + ("." + "0" * prec if prec else "") + "e%+d" % (d._exp + prec)
                return text.upper() if upper else text
        elif kind in ("f", "F", "%"):
            place = point
        else:
            place = point if d._exp <= 0 and point > -6 else 1
        if place <= 0:
            whole, frac = "0", "0" * -place + digits
        elif place >= len(digits):
            whole, frac = digits + "0" * (place - len(digits)), ""
        else:
            whole, frac = digits[:place], digits[place:]
        text = whole + ("." + frac if frac else "")
        if kind not in ("f", "F", "%") and (point != place or kind in ("e", "E")):
            text += "e%+d" % (point - place)
    if comma:
        head = re.match(r"\d+", text)
        text = _grouped(head.group()) + text[head.end():]
    text = text.upper() if upper or kind is None else text
    return text + "%" if kind == "%" else text
