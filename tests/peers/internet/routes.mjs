import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";

/**
 * The internet of a built server in a test, loaded before it by `node --import`: what the server's
 * machine would have as name servers and routes. The server itself is unchanged: it resolves the real
 * names, checks the addresses and certificates, and encrypts. Named sites have public addresses, whose
 * port 443 is a port of this machine; other names but localhost do not exist, so that nothing leaves it.
 */
const { PLAYED_SITES } = process.env;
const { port, names } = JSON.parse(PLAYED_SITES ?? "{}");

/** Addresses that count as public, and that nobody on the internet answers at. */
const addressOf = new Map(names.map((name, index) => [name, `11.0.0.${index + 1}`]));
const played = new Set(addressOf.values());
const here = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/;

const lookup = dns.lookup;
dns.lookup = (hostname, ...rest) => {
  if (here.test(hostname)) return lookup(hostname, ...rest);
  const callback = rest.at(-1);
  const [options] = rest;
  const address = addressOf.get(hostname);
  if (address === undefined) {
    const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), {
      code: "ENOTFOUND",
      hostname,
    });
    return process.nextTick(callback, error);
  }
  if (options.all) return process.nextTick(callback, null, [{ address, family: 4 }]);
  process.nextTick(callback, null, address, 4);
};

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...given) {
  // `net.connect` hands over its arguments as a list.
  const options = Array.isArray(given[0]) ? given[0][0] : given[0];
  if (options?.host && !options.path && !here.test(options.host)) {
    if (Number(options.port) !== 443) throw new Error(`Port ${options.port} is not played.`);
    const ask = options.lookup ?? dns.lookup;
    options.port = port;
    options.lookup = (hostname, asked, callback) =>
      ask(hostname, asked, (error, found, family) => {
        if (error) return callback(error);
        if (!Array.isArray(found)) return callback(null, routed(found), family);
        callback(
          null,
          found.map(({ address, family }) => ({ address: routed(address), family })),
        );
      });
  }
  return connect.apply(this, given);
};
syncBuiltinESMExports();

function routed(address) {
  if (!played.has(address)) throw new Error(`There is no route to ${address}.`);
  return "127.0.0.1";
}
