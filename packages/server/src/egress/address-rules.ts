import { BlockList, isIPv4, isIPv6 } from "node:net";

type Subnet = readonly [network: string, bits: number];

/** Not of the public internet, after IANA's registry of special-purpose IPv4 addresses; the last is a cloud's own. */
const closedIpv4 = blockList("ipv4", [
  ["0.0.0.0", 8], // this network
  ["10.0.0.0", 8],
  ["100.64.0.0", 10], // shared by a provider's customers
  ["127.0.0.0", 8],
  ["169.254.0.0", 16], // link-local, with the metadata services of clouds
  ["172.16.0.0", 12],
  ["192.0.0.0", 24], // protocol assignments
  ["192.0.2.0", 24], // documentation
  ["192.88.99.0", 24], // relays of 6to4
  ["192.168.0.0", 16],
  ["198.18.0.0", 15], // benchmarks
  ["198.51.100.0", 24], // documentation
  ["203.0.113.0", 24], // documentation
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved, with broadcast
  ["168.63.129.16", 32], // Azure's platform address looks public and is not
]);
/** All unicast addresses given out so far; whatever is special elsewhere needs no list. */
const globalIpv6 = blockList("ipv6", [["2000::", 3]]);
const closedIpv6 = blockList("ipv6", [
  ["2001::", 23], // protocol assignments, with Teredo and ORCHID
  ["2001:db8::", 32], // documentation
  ["2002::", 16], // 6to4 leads to any IPv4 address
  ["3fff::", 20], // documentation
]);
const mappedIpv4 = blockList("ipv6", [["::ffff:0:0", 96]]);
/** Networks with IPv6 alone reach IPv4 through this prefix, so the address inside is judged. */
const translatedIpv4 = blockList("ipv6", [["64:ff9b::", 96]]);

function blockList(family: "ipv4" | "ipv6", subnets: readonly Subnet[]): BlockList {
  const list = new BlockList();
  for (const [network, bits] of subnets) list.addSubnet(network, bits, family);
  return list;
}

/** NET-01. `address` as a resolver or a socket gives it; text that is no address, or has a zone, is not public. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closedIpv4.check(address, "ipv4");
  if (!isPlainIpv6(address)) return false;
  if (mappedIpv4.check(address, "ipv6") || translatedIpv4.check(address, "ipv6")) {
    return isPublicAddress(embeddedIpv4(address));
  }
  return globalIpv6.check(address, "ipv6") && !closedIpv6.check(address, "ipv6");
}

/** One spelling for each address, so that two can be compared: small hexadecimals, mapped IPv4 as IPv4. */
export function canonicalAddress(address: string): string {
  if (!isPlainIpv6(address)) return address;
  return mappedIpv4.check(address, "ipv6") ? embeddedIpv4(address) : canonicalIpv6(address);
}

function isPlainIpv6(address: string): boolean {
  return isIPv6(address) && !address.includes("%");
}

function canonicalIpv6(address: string): string {
  return new URL(`http://[${address}]/`).hostname.slice(1, -1);
}

/** The last 32 bits. */
function embeddedIpv4(address: string): string {
  const words = canonicalIpv6(address).split(":").slice(-2);
  return words
    .map((word) => (word === "" ? 0 : Number.parseInt(word, 16)))
    .flatMap((word) => [word >> 8, word & 0xff])
    .join(".");
}
