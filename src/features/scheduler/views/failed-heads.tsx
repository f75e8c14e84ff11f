export const FailedHeads = () => (
  <thead>
    <tr>
      <th scope="col">Post</th>
      <th scope="col">When</th>
      <th scope="col" data-align="end">
        Retries
      </th>
      <th scope="col" data-align="end">
        Action
      </th>
    </tr>
  </thead>
);
