import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalAddress, isPublicAddress } from "./address-rules.js";

/** One or two addresses of each block, and their neighbours outside. */
const closed = [
  ...["0.0.0.0", "0.255.255.255", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.254", "127.0.0.1"],
  ...["127.255.0.9", "168.63.129.16", "169.254.0.1", "169.254.169.254", "172.16.0.1", "172.31.255.254", "192.0.0.5"],
  ...["192.0.2.200", "192.88.99.7", "192.168.0.1", "192.168.255.254", "198.18.0.1", "198.19.255.254", "198.51.100.9"],
  ...["203.0.113.50", "224.0.0.251", "239.1.2.3", "240.0.0.1", "255.255.255.255"],
  ...["::", "::1", "::127.0.0.1", "::8.8.8.8", "100::5", "100:0:0:1::5", "64:ff9b:1::1", "64:ff9b::7f00:1"],
  ...["64:ff9b::192.168.1.1", "::ffff:127.0.0.1", "::ffff:a00:1", "::ffff:169.254.169.254", "2001::1"],
  ...["2001:1ff:ffff::1", "2001:db8::5", "2002:7f00:1::", "2002:808:808::1", "3fff::1", "3fff:fff::1", "4000::1"],
  ...["5f00::5", "fc00::1", "fd12:3456::1", "fe80::1", "fe80::1%lo", "fec0::1", "ff02::1"],
  ...["", "localhost", "example.com", "1.2.3", "01.2.3.4", "1.2.3.4/8", "[::1]", "::g"],
];
const open = [
  ...["1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.1", "100.63.255.255", "100.128.0.0", "126.255.255.255"],
  ...["128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "191.255.255.255", "192.0.1.1"],
  ...["192.0.3.0", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255"],
  ...["2001:200::1", "2001:4860:4860::8888", "2606:4700:4700::1111", "2003::1", "3ffe:ffff::1", "3fff:1000::1"],
  ...["::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "64:ff9b::808:808"],
];

describe("addresses", () => {
  test.each(closed)("%s is not public [NET-01]", (address) => expect(isPublicAddress(address)).toBe(false));
  test.each(open)("%s is public [NET-01]", (address) => expect(isPublicAddress(address)).toBe(true));

  test("an IPv4 address is judged alike in every form that carries it [NET-01]", () => {
    const byte = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(fc.tuple(byte, byte, byte, byte), ([a, b, c, d]) => {
        const dotted = [a, b, c, d].join(".");
        const words = [a * 256 + b, c * 256 + d].map((word) => word.toString(16)).join(":");
        for (const form of [`::ffff:${dotted}`, `::FFFF:${words}`, `64:ff9b::${dotted}`, `64:ff9b:0:0:0:0:${words}`]) {
          expect(isPublicAddress(form)).toBe(isPublicAddress(dotted));
        }
        expect(canonicalAddress(`::ffff:${words}`)).toBe(dotted);
      }),
      { numRuns: 500 },
    );
  });

  test("outside 2000::/3 no IPv6 address is public but those that carry a public IPv4 one [NET-01]", () => {
    const word = fc.integer({ min: 0, max: 0xffff });
    fc.assert(
      fc.property(fc.array(word, { minLength: 8, maxLength: 8 }), (words) => {
        const address = words.map((value) => value.toString(16)).join(":");
        if ((words[0] ?? 0) >> 13 !== 1) expect(isPublicAddress(address)).toBe(false);
        expect(isPublicAddress(canonicalAddress(address))).toBe(isPublicAddress(address));
      }),
      { numRuns: 1_000 },
    );
  });

  test("two spellings of one address compare as equal", () => {
    expect(canonicalAddress("2001:0DB8::0:1")).toBe(canonicalAddress("2001:db8:0:0:0:0:0:1"));
    expect(canonicalAddress("127.0.0.1")).toBe("127.0.0.1");
    expect(canonicalAddress("no address")).toBe("no address");
  });
});
