// Loaded into a server with `--import`: writes each connection that the process opens to the file
// CONNECTIONS, one line each, with the host as it was asked for.
import dns from "node:dns";
import { appendFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";

const note = (what) => appendFileSync(process.env.CONNECTIONS, `${what}\n`);

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...given) {
  const [options] = Array.isArray(given[0]) ? given[0] : given;
  const host = typeof options === "object" ? (options.host ?? options.path) : String(given[1]);
  note(`connect ${host ?? "localhost"}`);
  return connect.apply(this, given);
};
for (const name of ["lookup", "resolve", "resolve4", "resolve6"]) {
  const original = dns[name];
  dns[name] = function (host, ...rest) {
    note(`${name} ${host}`);
    return original.call(this, host, ...rest);
  };
}
syncBuiltinESMExports();
