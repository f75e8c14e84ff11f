import { setTimeout as sleep } from "node:timers/promises";
import { type Random, seededRandom } from "../../../support/random";
import { type Api, setTheScene, signIn } from "./api";
import { check, type Verdict } from "./check";
import { type Command, createOperator } from "./commands";
import { openStore, type Store } from "./store";
import { createVictim, type Victim } from "./victim";

export type Options = {
  readonly rounds: number;
  /** Determines the commands and the kills; the speed depends on the machine. */
  readonly seed: number;
  /** If absent, the data is in a PGlite folder. */
  readonly databaseUrl?: string | undefined;
  readonly say: (line: string) => void;
};

export type Figures = Verdict & {
  readonly store: string;
  readonly rounds: number;
  readonly kills: number;
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

/** Number of operators who work at once and do not wait for each other. */
const operators = 4;

/**
 * Kills the built server repeatedly while commands run. Restarts it on the same data, sends the
 * unanswered commands again under their keys, and in the end compares the answers with the records.
 */
export async function crash({ rounds, seed, databaseUrl, say }: Options): Promise<Figures> {
  const random = seededRandom(seed);
  const store = await openStore(databaseUrl);
  const victim = await createVictim(store, random);
  try {
    await victim.start();
    const api = await signIn(victim.origin);
    const scene = await setTheScene(api);
    const operator = createOperator(scene, random);
    const commands: Command[] = [];
    const sum = { acknowledged: 0, doneBefore: 0, doneAgain: 0, replayed: 0 };
    const forgotten: string[] = [];

    for (let round = 1; round <= rounds; round++) {
      const sent = await workUntilKilled(victim, api, operator, random);
      const answered = sent.filter(({ answer }) => answer);
      const open = sent.filter(({ answer }) => !answer);
      await victim.restart();

      // The last answered commands had the least time to reach the disk.
      for (const command of new Set([...answered.slice(-4), ...some(commands, 2, random)])) {
        if (await isAnsweredTheSame(api, command)) sum.replayed += 1;
        else forgotten.push(`The answer to ${command.kind} ${command.mark} was forgotten`);
      }
      for (const command of open) {
        await sendUntilAnswered(api, operator, command);
        sum[command.answer?.isReplay ? "doneBefore" : "doneAgain"] += 1;
      }
      commands.push(...sent);
      sum.acknowledged += answered.length;
      const took = Math.round(victim.starts.at(-1) ?? 0);
      say(
        `Round ${round}: ${sent.length} commands, ${open.length} without an answer when it was killed; open again in ${took} ms.`,
      );
    }

    await finishJobs(store, victim);
    const verdict = await check(store, scene, commands);
    const opens = victim.starts.toSorted((one, other) => one - other).map(Math.round);
    return {
      ...verdict,
      ...sum,
      lost: [...verdict.lost, ...forgotten],
      store: store.name,
      rounds,
      kills: victim.kills(),
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

/**
 * Runs commands, then kills the server. @returns all that were sent, also those without an answer
 */
async function workUntilKilled(
  victim: Victim,
  api: Api,
  operator: Operator,
  random: Random,
): Promise<Command[]> {
  const sent: Command[] = [];
  const enough = random.between(3, 40);
  const pause = random.between(0, 400);
  let answers = 0;
  let isOver = false;
  const working = Array.from({ length: operators }, async () => {
    while (!isOver) {
      operator.noticePending(await api.pending());
      const command = operator.think();
      sent.push(command);
      await send(api, operator, command);
      if (command.answer) answers += 1;
    }
  });
  // Count answers instead of time: how much is done in a given time depends on the machine.
  const end = performance.now() + 60_000;
  while (answers < enough && performance.now() < end) await sleep(5);
  await sleep(pause);
  isOver = true;
  await victim.kill();
  await Promise.all(working);
  return sent;
}

async function send(api: Api, operator: Operator, command: Command): Promise<void> {
  const answer = await api.send(command);
  if (!answer) return;
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
  }
  throw new Error(`${command.kind} is not answered: ${command.path}`);
}

async function isAnsweredTheSame(api: Api, command: Command): Promise<boolean> {
  const again = await api.send(command);
  return again?.isReplay === true && again.body === command.answer?.body;
}

const some = (commands: readonly Command[], count: number, random: Random) =>
  Array.from({ length: count }, () => random.pick(commands) ?? []).flat();

/** Lets the server finish its jobs, and stops it. */
async function finishJobs(store: Store, victim: Victim): Promise<void> {
  for (let tries = 0; tries < 60; tries++) {
    await victim.stop();
    // On PostgreSQL a job of a dead process is retried only when it expires, after 15 minutes.
    await store.query("update pgboss.job set state = 'retry' where state = 'active'");
    const [left] = await store.query<{ count: number }>(
      `select count(*)::int as count from pgboss.job
         where state < 'active' and name in ('generate', 'publish')`,
    );
    if (left?.count === 0) return;
    await victim.start();
    await sleep(Math.min(20_000, 2000 + (left?.count ?? 0) * 600));
  }
  throw new Error("Jobs are left that come to no end.");
}
