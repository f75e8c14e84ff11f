import { setTimeout as sleep } from "node:timers/promises";
import { type Random, seededRandom } from "../../../support/random";
import { type Api, setTheScene, signIn } from "./api";
import { check, type Verdict } from "./check";
import { type Command, createOperator } from "./commands";
import { openStore, type Place, type Store } from "./store";
import { createVictim, type Victim } from "./victim";

export type Options = {
  readonly rounds: number;
  /** Determines the commands and the kills; the speed depends on the machine. */
  readonly seed: number;
  readonly place: Place;
  readonly say: (line: string) => void;
};

export type Figures = Verdict & {
  readonly store: string;
  readonly rounds: number;
  readonly kills: number;
  /** How often the database was taken away and given back while the server ran. */
  readonly outages: number;
  readonly commands: number;
  /** Answered before the kill. */
  readonly acknowledged: number;
  /**
   * Commands without an answer, sent again: done before the kill (answer replayed), or done only
   * now.
   */
  readonly doneBefore: number;
  readonly doneAgain: number;
  /** Answered commands that were sent again after a kill and got their first answer. */
  readonly replayed: number;
  readonly opens: number;
  /** In milliseconds. */
  readonly openMedian: number;
  readonly openMax: number;
};

/** The probability that the database goes away in a round. */
const outageChance = 0.4;

/** Number of operators who work at once and do not wait for each other. */
const operators = 4;

/**
 * Kills the built server repeatedly while commands run and posts are published, and on PostgreSQL also
 * the database. Restarts it on the same data, sends the unanswered commands again under their keys, and
 * in the end compares the answers with the records.
 */
export async function crash({ rounds, seed, place, say }: Options): Promise<Figures> {
  const random = seededRandom(seed);
  const store = await openStore(place);
  const victim = await createVictim(store, random);
  try {
    await victim.start();
    const api = await signIn(victim.origin);
    const scene = await setTheScene(api);
    const operator = createOperator(scene, random);
    const commands: Command[] = [];
    const sum = { acknowledged: 0, doneBefore: 0, doneAgain: 0, replayed: 0 };
    const forgotten: string[] = [];
    let outages = 0;

    for (let round = 1; round <= rounds; round++) {
      const outage = random.chance(outageChance) ? store.outage : undefined;
      if (outage) outages += 1;
      const sent = await workUntilKilled({ victim, api, operator, random, outage });
      const answered = sent.filter(({ answer }) => answer);
      const open = sent.filter(({ answer }) => !answer);
      await victim.restart();

      // The last answered commands had the least time to reach the disk.
      for (const command of new Set([...answered.slice(-4), ...some(commands, 2, random)])) {
        const other = await otherAnswer(api, command);
        if (other === undefined) sum.replayed += 1;
        else
          forgotten.push(`The answer to ${command.kind} ${command.mark} was forgotten: ${other}`);
      }
      await Promise.all(open.map((command) => sendUntilAnswered(api, operator, command)));
      for (const { answer } of open) sum[answer?.isReplay ? "doneBefore" : "doneAgain"] += 1;
      commands.push(...sent);
      sum.acknowledged += answered.length;
      const took = Math.round(victim.starts.at(-1) ?? 0);
      say(
        `Round ${round}: ${sent.length} commands, ${open.length} without an answer when it was killed${outage ? ", after the database had been away" : ""}; open again in ${took} ms.`,
      );
    }

    await finishJobs(store, victim, api);
    const verdict = await check(store, scene, commands);
    const opens = victim.starts.toSorted((one, other) => one - other).map(Math.round);
    return {
      ...verdict,
      ...sum,
      lost: [...verdict.lost, ...forgotten],
      store: store.name,
      rounds,
      kills: victim.kills(),
      outages,
      commands: commands.length,
      opens: opens.length,
      openMedian: opens[Math.floor(opens.length / 2)] ?? 0,
      openMax: opens.at(-1) ?? 0,
    };
  } finally {
    await victim.kill();
    await store.remove();
  }
}

type Operator = ReturnType<typeof createOperator>;

type Round = {
  readonly victim: Victim;
  readonly api: Api;
  readonly operator: Operator;
  readonly random: Random;
  /** Takes the database away for a while, in the middle of the round. */
  readonly outage: Store["outage"];
};

/**
 * Runs commands, approves all waiting posts at once, and kills the server while their posts are
 * published. @returns all commands that were sent, also those without an answer
 */
async function workUntilKilled({
  victim,
  api,
  operator,
  random,
  outage,
}: Round): Promise<Command[]> {
  const sent: Command[] = [];
  const enough = random.between(3, 40);
  const away = random.between(100, 3000);
  const pause = random.between(0, 1500);
  let answers = 0;
  let isOver = false;
  const sendNew = async (command: Command) => {
    sent.push(command);
    await send(api, operator, command, { isUncertain: outage !== undefined });
    if (command.answer) answers += 1;
    // Without the database every answer is an immediate failure.
    else await sleep(500);
  };
  const working: Promise<void>[] = [];
  const begin = (work: Promise<void>) => {
    // An error is thrown at the end of the round; unhandled until then, it would end this process.
    work.catch(() => undefined);
    working.push(work);
  };
  const operate = async () => {
    while (!isOver) {
      operator.noticePending(await api.pending());
      await sendNew(operator.think());
    }
  };
  for (let n = 0; n < operators; n++) begin(operate());
  const approveAll = async () => {
    operator.noticePending(await api.pending());
    for (const command of operator.approveAll()) begin(sendNew(command));
  };
  // Count answers instead of time: how much is done in a given time depends on the machine.
  const answered = async (count: number) => {
    const end = performance.now() + 60_000;
    while (answers < count && performance.now() < end) await sleep(5);
  };
  await answered(enough);
  if (outage) {
    await approveAll();
    await sleep(pause);
    await outage.begin();
    await sleep(away);
    await outage.end();
    await answered(answers + enough);
  }
  await approveAll();
  await sleep(pause);
  isOver = true;
  const failure = victim.hasFailed();
  if (failure !== undefined) throw new Error(`The server ended by itself:\n${failure}`);
  await victim.kill();
  await Promise.all(working);
  return sent;
}

/**
 * A failure of the server is an error of this test, unless it is `isUncertain`: while the database is
 * away the command may or may not have been done, so it counts as unanswered. So does a 503, which asks
 * to send it again: many commands at once may wait too long for a connection.
 */
async function send(
  api: Api,
  operator: Operator,
  command: Command,
  { isUncertain = false } = {},
): Promise<void> {
  const answer = await api.send(command);
  if (!answer || answer.status === 503 || (isUncertain && answer.status >= 500)) return;
  if (answer.status >= 300) {
    throw new Error(`${command.kind} ${command.path}: ${answer.status} ${answer.body}`);
  }
  command.answer = answer;
  operator.noticeAnswer(command);
}

async function sendUntilAnswered(api: Api, operator: Operator, command: Command): Promise<void> {
  for (let tries = 0; tries < 10; tries++) {
    await send(api, operator, command);
    if (command.answer) return;
    await sleep(1_000);
  }
  throw new Error(`${command.kind} is not answered: ${command.path}`);
}

/**
 * Sends an answered command again: undefined if it gets the same answer, as it must, or else what came.
 * A server that is busy after its start, or takes longer than the call waits, is asked again.
 */
async function otherAnswer(api: Api, command: Command): Promise<string | undefined> {
  for (let tries = 1; ; tries += 1) {
    const again = await api.send(command);
    if (again?.isReplay && again.body === command.answer?.body) return undefined;
    const isBusy = again === undefined || again.status === 503;
    if (!isBusy || tries === 5) return again ? `${again.status} ${again.body}` : "no answer";
    await sleep(1_000);
  }
}

const some = (commands: readonly Command[], count: number, random: Random) =>
  Array.from({ length: count }, () => random.pick(commands) ?? []).flat();

/** Lets the server finish its jobs, and stops it. */
async function finishJobs(store: Store, victim: Victim, api: Api): Promise<void> {
  for (let tries = 0; tries < 60; tries++) {
    const end = performance.now() + 120_000;
    while ((await api.hasUpcoming()) && performance.now() < end) await sleep(500);
    await victim.stop();
    const left = await store.use(async (query) => {
      // On PostgreSQL a job of a dead process is retried only when it expires, after 15 minutes.
      await query("update pgboss.job set state = 'retry' where state = 'active'");
      const [found] = await query<{ count: number }>(
        `select count(*)::int as count from pgboss.job
           where state < 'active' and start_after <= now()
             and (name = 'generate' or name like 'publish%')`,
      );
      return found?.count;
    });
    if (left === 0) return;
    await victim.start();
    await sleep(2000);
  }
  throw new Error("Jobs are left that come to no end.");
}
