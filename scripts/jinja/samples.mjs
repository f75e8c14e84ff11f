const product = (name, price, old_price, url = "https://shop.example.com/?a=1&b='2'") => ({
  ...{ name, price, old_price, image_url: "", url },
});

const unsubscribe_url = "https://example.com/u?token=a&b=c";

/** The variables that templates are rendered with. */
export const contexts = [
  {
    subscriber_name: "Milica",
    products: [
      product("Vuneni šal „Kopaonik“", "1.990", "2.490"),
      product("Šolja „Čaj & ćebe“", "890", ""),
      product("duks <b>ĐERDAP</b>", "3.590,50", "4.990"),
    ],
    unsubscribe_url,
  },
  { subscriber_name: "", products: [], unsubscribe_url },
  {
    subscriber_name: 'đorđe o\'hara-PETROVIĆ 🎉 <"x">',
    products: [product("a", "12", "10"), product("A", "7", "7"), product("", "", "")],
    unsubscribe_url,
  },
  {
    subscriber_name: "  Ана  Марија\t",
    products: [product("ǆep STRAẞE ﬁn", "-5", "0012"), product("x y  z", " 4.5 ", "1e3")],
    unsubscribe_url: "",
  },
];

/** Texts between quotes, as a template writes them. */
export const words = [
  ...[
    "",
    "a",
    "abc",
    "Abc DEF",
    "o'hara",
    "1.990",
    "2.490,50",
    "12",
    "-3",
    " 7 ",
    "3.75",
    "<b>x</b>",
  ],
  ...[
    "a & b",
    "đ",
    "Šal",
    "🎉",
    "x,y,z",
    "a b  c",
    "%s",
    "%d kom",
    "%.2f",
    "{}",
    "{:>5}|{}",
    "name",
  ],
  ...["&amp;", "line\\nline\\n", "it\\'s", '\\"q\\"', "ß", "x.y", "0", "1_000", "price", "ΑΣ"],
];
export const numbers = [
  ...["0", "1", "2", "3", "5", "7", "10", "100", "1000000", "12345678901234567890", "0.5", "1.5"],
  ...["2.5", "2.675", "3.0", "0.1", "1e3", "1e16", "1e-7", "12.345", "99.995", "0.125"],
];
