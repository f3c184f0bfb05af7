/** Turns the address with the token in it into a plain one, in the history too. */
export const SIGN_IN_SCRIPT = `location.replace("/");\n`;

export const SIGN_IN_STYLE = `:root { color-scheme: light dark; }
body {
  margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 24px;
  font: 16px/1.6 system-ui, sans-serif;
  background: light-dark(#f8f8f3, #151a17); color: light-dark(#1a211d, #e9ece4);
}
main { max-width: 34em; }
h1 { font-size: 26px; line-height: 32px; font-weight: 600; margin: 0 0 12px; }
p { margin: 0 0 12px; }
code { font: 14px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
a { color: light-dark(#1d5b99, #90bff2); }
`;

export const SIGN_IN_PAGE = page({
  title: "Loop",
  head: `<script src="/sign-in.js"></script>`,
  body: `<p>Signed in. <a href="/">Open Loop</a></p>`,
});

export const LINK_PAGE = page({
  title: "Loop: open the link",
  head: "",
  body: `<h1>Open the link from the terminal</h1>
<p>This browser is not signed in. When Loop started, it printed a line such as</p>
<p><code>Loop is ready: http://127.0.0.1:4517/?token=…</code></p>
<p>Open that whole link once. The part after <code>token=</code> is also in the file <code>token</code>
of Loop's data directory.</p>`,
});

/** What is there while the browser app was not built. */
export const NO_APP_PAGE = page({
  title: "Loop",
  head: "",
  body: `<h1>Loop is running</h1>
<p>The browser app is not built here. Start Loop with <code>npm start</code>, which builds it.</p>
<p>The API answers under <code>/api</code>.</p>`,
});

function page(parts: { readonly title: string; readonly head: string; readonly body: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${parts.title}</title>
<link rel="stylesheet" href="/sign-in.css">
${parts.head}
</head>
<body><main>${parts.body}</main></body>
</html>
`;
}
