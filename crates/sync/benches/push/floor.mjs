// The floor that a push is compared with: JSON.parse, then one SHA-256 a sample, as a key needs.
//
// node floor.mjs BODY ROUNDS prints the median of its rounds in milliseconds.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const [path, rounds] = process.argv.slice(2);
const body = readFileSync(path);

function read() {
  const { data } = JSON.parse(body.toString("utf8"));
  let samples = 0;
  for (const { units, data: points } of data.metrics) {
    for (const { source, qty, Avg, systolic, diastolic } of points) {
      const values = systolic === undefined ? [qty ?? Avg] : [systolic, diastolic];
      const key = JSON.stringify([source, values, units]);
      samples += createHash("sha256").update(key).digest("hex").length / 64;
    }
  }
  return samples;
}

// The first rounds are for the compiler.
for (let round = 0; round < 2; round += 1) read();
const times = [];
for (let round = 0; round < Number(rounds); round += 1) {
  const start = performance.now();
  read();
  times.push(performance.now() - start);
}
times.sort((a, b) => a - b);
console.log(times[Math.floor(times.length / 2)]);
