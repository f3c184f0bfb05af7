// What a failed npm ci means for the person in front of it.

const CAUSES = [
  [/ENOSPC/, "The disk is full. Free some space"],
  [/EACCES|EPERM|EROFS/, "This folder cannot be written. Make it yours, or clone it somewhere you own"],
  [/EUSAGE|can only install packages when/, "package-lock.json does not match package.json. Run npm install once"],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EIDLETIMEOUT|ENOTCACHED|network/i,
    "The package registry could not be reached. Check the network connection",
  ],
  [
    /E401|E403|UNABLE_TO_VERIFY|SELF_SIGNED|CERT_/,
    "The package registry refused. Check npm's registry, proxy and certificate settings",
  ],
];

/** One sentence with the next step. */
export function explainInstall(output, logFile) {
  const cause =
    CAUSES.find(([pattern]) => pattern.test(output))?.[1] ?? `npm stopped; what it said is in ${logFile}. Correct that`;
  return `Loop could not install its packages. ${cause}, then run this again.`;
}
