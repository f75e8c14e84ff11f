import { describe, expect, it } from "vitest";
import { type Choices, checkFile } from "@/features/newsletter/import/check";

/** The names that would be imported, by the part of their addresses before the @. */
function namesIn(lines: readonly string[], choices: Choices = {}) {
  const file = new TextEncoder().encode(`${lines.join("\n")}\n`);
  const check = checkFile(file, { subscribed: [], unsubscribed: [] }, choices);
  if (check.is === "refused") throw new Error(check.reason);
  return Object.fromEntries(check.good.map(({ email, name }) => [email.split("@")[0], name]));
}

describe("Names in two columns", () => {
  it.each([
    ["Name,Last name", "Ana,Primer"],
    ["Name,Surname", "Ana,Primer"],
    ["Surname,Name", "Primer,Ana"],
    ["NOM,PRENOM", "Primer,Ana"],
    ["Prénom,Nom de famille", "Ana,Primer"],
    ["NACHNAME,VORNAME", "Primer,Ana"],
    ["Name,Vorname", "Primer,Ana"],
    ["APELLIDOS,NOMBRE", "Primer,Ana"],
    ["COGNOME,NOME", "Primer,Ana"],
    ["Nome,Sobrenome", "Ana,Primer"],
    ["Име,Презиме", "Ana,Primer"],
    ["Презиме,Име", "Primer,Ana"],
    ["Ime,Prezime", "Ana,Primer"],
    ["Имя,Фамилия", "Ana,Primer"],
    ["Ime,Priimek", "Ana,Primer"],
    ["Jméno,Příjmení", "Ana,Primer"],
    ["Imię,Nazwisko", "Ana,Primer"],
    ["Achternaam,Voornaam", "Primer,Ana"],
    ["FNAME,LNAME", "Ana,Primer"],
    ["firstName,lastName", "Ana,Primer"],
    ["FIRSTNAME,LASTNAME", "Ana,Primer"],
    ["Billing First Name,Billing Last Name", "Ana,Primer"],
    ["Full name,Last name", "Ana Primer,Primer"],
    ["Name,Last name", "Ana Primer,Primer"],
    ["Name,First name", "Ana Primer,Ana"],
    ["Ime i prezime,Ime", "Ana Primer,Ana"],
  ])("are joined in their order: %s", (head, names) => {
    expect(namesIn([`${head},Email`, `${names},a@example.com`])).toEqual({
      a: "Ana Primer",
    });
  });

  it.each([
    ["Last name", "Primer"],
    ["Nom", "Ana Primer"],
    ["Nome", "Ana"],
    ["Vor- und Nachname", "Ana Primer"],
  ])("are one if the other is missing: %s", (head, name) => {
    expect(namesIn([`Email,${head}`, `a@example.com,${name}`])).toEqual({ a: name });
  });

  it("are not made of a user name or a company", () => {
    expect(namesIn(["Email,Username,Company name", "a@example.com,ana7,Primer"])).toEqual({
      a: null,
    });
  });

  it("are joined as the operator chose", () => {
    const columns = { hasHead: true, email: 0, name: [2, 1] };
    expect(namesIn(["mail,x,y", "a@example.com,Primer,Ana"], { columns })).toEqual({
      a: "Ana Primer",
    });
  });
});
