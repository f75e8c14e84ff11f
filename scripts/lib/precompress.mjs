import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import zlib from "node:zlib";

const isText = /\.(?:js|css|html|svg|json|txt|webmanifest)$/;

/** Writes a .br and a .gz file beside every text file of at least 1 kB, for the server to send. */
export async function precompress(folder) {
  const files = await readdir(folder, { recursive: true });
  await Promise.all(
    files
      .filter((file) => isText.test(file))
      .map(async (file) => {
        const path = join(folder, file);
        const content = await readFile(path);
        if (content.length < 1024) return;
        await Promise.all([
          writeFile(`${path}.br`, await promisify(zlib.brotliCompress)(content)),
          writeFile(`${path}.gz`, await promisify(zlib.gzip)(content, { level: 9 })),
        ]);
      }),
  );
}
