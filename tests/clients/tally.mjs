// Counts checks and says at once which one failed.

export class Tally {
  passed = 0;
  failed = 0;

  constructor(title = '') {
    this.title = title;
  }

  /** Runs one check; a failure is shown and counted, and the checks after it still run. */
  async check(name, run) {
    try {
      const result = await run();
      this.passed += 1;
      return result;
    } catch (error) {
      this.failed += 1;
      console.error(`FAILED ${[this.title, name].filter(Boolean).join(': ')}\n${error?.stack ?? error}\n`);
      return undefined;
    }
  }

  add(other) {
    this.passed += other.passed;
    this.failed += other.failed;
  }

  toString() {
    const counts = `${this.passed} passed, ${this.failed} failed`;
    return this.title ? `${this.title}: ${counts}` : counts;
  }
}
