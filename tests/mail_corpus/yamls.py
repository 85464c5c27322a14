"""YAML that is wrong, misleading or meant to do harm."""

from __future__ import annotations

from collections.abc import Iterator

from tests.mail_corpus.case import PLUM, Case, mail, refused, taken


def cases() -> Iterator[Case]:
    def set_aside(name: str, order: str, says: str = "") -> Case:
        """One order is not understood, the other stands."""
        return taken(name, mail(f"orders:\n- {{pick: 1, from: plum}}\n- {order}\n"), says=says or "could not be used")

    yield set_aside("yaml-alias", "*plum")
    yield set_aside("yaml-anchor", "&a {pick: 1, from: pear}")
    yield set_aside("yaml-tag", "!!python/object/apply:os.system [reboot]")
    yield set_aside("yaml-own-tag", "!pick {from: pear}")
    yield set_aside("yaml-merge-key", "{<<: {pick: 1}, from: pear}")
    yield set_aside("yaml-unknown-key", "{pick: 1, form: pear}", "from")
    yield set_aside("yaml-key-twice-in-an-order", "{pick: 1, pick: 2, from: pear}")
    yield set_aside("yaml-two-verbs", "{pick: 1, sell: 1, from: pear}")
    yield set_aside("yaml-number-as-octal-or-not", "{pick: 0x10, from: pear}")
    yield set_aside("yaml-infinity", "{pick: .inf, from: pear}")
    yield set_aside("yaml-not-a-number", "{pick: .nan, from: pear}")
    yield set_aside("yaml-sexagesimal", "{pick: 12:30:45, from: pear}")
    yield set_aside("yaml-date", "{pick: 2024-99-99, from: pear}")
    yield set_aside("yaml-negative", "{pick: -1, from: pear}")
    yield set_aside("yaml-huge-number", "{pick: " + "9" * 3000 + ", from: pear}")
    yield set_aside("yaml-list-as-key", "{[a, b]: 1}")
    yield set_aside("yaml-text-too-long", "{pick: 1, from: " + "x" * 2500 + "}")
    yield set_aside("yaml-deep-30", "[" * 30 + "]" * 30)
    yield set_aside("yaml-just-a-word", "plum")
    yield taken("yaml-nothing-as-an-order", mail(f"{PLUM}- ~\n"))
    yield set_aside("yaml-unreadable-character", '{pick: 1, from: "\ufffd"}')
    yield set_aside("yaml-unknown-tree", "{pick: 1, from: cherry}")
    yield taken("yaml-no-as-a-value", mail(f"ready: no\n{PLUM}"))
    yield taken("yaml-block-style", mail("orders:\n  - pick: 1\n    from: plum\n"))
    yield taken("yaml-quoted-keys", mail('"orders":\n- {"pick": "1", "from": "plum"}\n'))
    yield refused("yaml-key-twice", mail(f"{PLUM}{PLUM}"), "---")
    yield refused("yaml-unclosed-brace", mail("orders:\n- {pick: 1, from: plum\n"))
    yield refused("yaml-unclosed-quote", mail('orders:\n- {pick: 1, from: "plum}\n'))
    yield refused("yaml-missing-colon", mail("phase: picking\norders\n- {pick: 1}\n"))
    yield refused("yaml-bad-escape", mail('orders:\n- {pick: 1, from: "\\q"}\n'))
    yield refused("yaml-surrogate-escape", mail('orders:\n- {pick: 1, from: "\\ud800"}\n'))
    yield refused("yaml-bad-indent", mail("orders:\n    - {pick: 1, from: plum}\n  - {pick: 1, from: pear}\n"))
    yield refused("yaml-orders-is-a-word", mail("orders: plums please\n"))
    yield refused("yaml-deep-30000", mail("orders: " + "[" * 30_000))
    yield refused("yaml-deep-dashes", mail("orders:\n" + "- " * 15_000))
    yield refused("yaml-deep-braces", mail("orders: " + "{a: " * 12_000))
    yield refused("yaml-6000-items", mail("orders:\n" + "- a\n" * 6000))
    yield refused("yaml-percent-directive", mail("%YAML 9.9\n---\norders: [\n"))
    yield refused("yaml-at-sign", mail("orders: @plum\n"))
    bomb = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
        f"{chr(98 + n)}: &{chr(98 + n)} [{','.join([f'*{chr(97 + n)}'] * 9)}]\n" for n in range(8)
    )
    yield refused("yaml-alias-bomb", mail(f"{bomb}orders: *h\n"))
    yield refused("yaml-recursive-alias", mail("orders: &o [*o]\n"))
    yield refused("yaml-tag-at-the-top", mail("orders: !!python/object:os.system []\n"))
    yield taken("yaml-comment-only-orders", mail("orders:\n# - {pick: 1, from: plum}\n"), held="orders:")
    yield refused("yaml-unknown-head-key", mail(f"gmae: windfall\n{PLUM}"), "game")
    yield refused("yaml-turn-is-a-word", mail(f"turn: soon\n{PLUM}"))
    yield refused("yaml-turn-of-5000-digits", mail(f"turn: {'9' * 1900}\n{PLUM}"))
    yield refused("yaml-player-of-nobody", mail(f"player: pink\n{PLUM}"))
