import { describe, expect, test } from "vitest";
import { addressVerdict, readAddress } from "./url-rules.js";

const codeOf = (text: string, allowed: readonly string[] | null = null) => {
  const reading = readAddress(text, allowed === null ? null : new Set(allowed));
  return reading.ok ? reading.url.href : reading.code;
};

describe("an address that somebody typed", () => {
  test.each([
    ["https://Mcp.Example.COM:443/a b".replace(" ", "%20"), "https://mcp.example.com/a%20b"],
    ["http://8.8.8.8:80/", "http://8.8.8.8/"],
    ["https://134744072/mcp", "https://8.8.8.8/mcp"],
    ["https://mcp.example.com./", "https://mcp.example.com./"],
    ["https://local.example.com/", "https://local.example.com/"],
    ["https://localhost.example.com/", "https://localhost.example.com/"],
    ["https://[2606:4700:4700::1111]/mcp", "https://[2606:4700:4700::1111]/mcp"],
  ])("%s is carried on as one parsed URL [NET-01]", (text, href) => expect(codeOf(text)).toBe(href));

  test.each([
    "http://localhost/",
    "http://LOCALHOST./",
    "http://x.localhost:3000/",
    "http://metadata/",
    "http://metadata./",
    "http://printer.local/",
    "http://db.internal/",
    "http://nas.home.arpa/",
    "http://router.lan/",
    "http://wiki.corp/",
    "http://abc.onion/",
    "http://nas.home/",
    "http://a..example/",
    "http://localhost../",
    "http://127.1/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://0177.0.0.1/",
    "http://127.0.0.1./",
    "http://①②⑦.⓪.⓪.①/",
    "http://[::ffff:7f00:1]/",
    "http://[::]/",
    "http://169.254.169.254/latest",
    "https://[fd00:ec2::254]/",
  ])("%s is inside [NET-01]", (text) => expect(codeOf(text)).toBe("address-not-public"));

  test.each([
    ["http://user@host.example/", "config-url-credentials"],
    ["http://@host.example/", "config-url-credentials"],
    ["http:///@host.example/", "config-url-credentials"],
    ["http://host.example/#", "config-url-fragment"],
    ["http://host.example/a#b", "config-url-fragment"],
    ["http://127.0.0.1#@8.8.8.8/", "config-url-fragment"],
    ["ftp://host.example/", "config-url-invalid"],
    ["file:///etc/passwd", "config-url-invalid"],
    [" http://host.example/", "config-url-invalid"],
    ["http://ho\nst.example/", "config-control-character"],
    ["http://[fe80::1%25lo]/", "config-url-invalid"],
    ["http://host.example:22/", "config-url-port"],
    ["http://host.example:0/", "config-url-port"],
  ])("%s is refused as what it is [NET-01]", (text, code) => {
    expect(codeOf(text)).toBe(code);
    expect(codeOf(text, ["http://host.example"])).toBe(code);
  });

  test("while a list is set it alone decides, and an origin has one spelling [NET-02]", () => {
    const list = ["http://localhost:3000", "http://hub.lan"];
    expect(codeOf("http://localhost:3000/mcp", list)).toBe("http://localhost:3000/mcp");
    expect(codeOf("HTTP://HUB.LAN:80/mcp", list)).toBe("http://hub.lan/mcp");
    expect(codeOf("http://127.0.0.1:3000/mcp", list)).toBe("origin-not-allowed");
    expect(codeOf("http://localhost:3001/mcp", list)).toBe("origin-not-allowed");
    expect(codeOf("https://localhost:3000/mcp", list)).toBe("origin-not-allowed");
    expect(codeOf("http://localhost.:3000/mcp", list)).toBe("origin-not-allowed");
    expect(codeOf("https://8.8.8.8/mcp", list)).toBe("origin-not-allowed");
    expect(codeOf("https://8.8.8.8/mcp", [])).toBe("origin-not-allowed");
  });

  test("a URL made elsewhere is held to the same rules [NET-01]", () => {
    expect(addressVerdict(new URL("ftp://8.8.8.8/"), null)).toBe("config-url-invalid");
    expect(addressVerdict(new URL("http://u:p@8.8.8.8/"), null)).toBe("config-url-credentials");
    expect(addressVerdict(new URL("http://8.8.8.8/#a"), null)).toBe("config-url-fragment");
    expect(addressVerdict(new URL("http://8.8.8.8:25/"), null)).toBe("config-url-port");
    expect(addressVerdict(new URL("http://10.0.0.1/"), null)).toBe("address-not-public");
    expect(addressVerdict(new URL("http://8.8.8.8/"), null)).toBeNull();
  });
});
